import AppLock
