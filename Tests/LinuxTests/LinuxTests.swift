import Linux
import Testing

@Suite struct ClockTests {
    @Test(arguments: [Clock.boottime, .monotonic, .realtime, .processTime])
    func clocksGoForward(_ clock: Clock) {
        let first = clock.now()
        let second = clock.now()
        #expect(first > 0)
        #expect(clock == .realtime || second >= first)
    }

    @Test func theBootIDStaysTheSame() throws {
        let first = try readBootID()
        #expect(try readBootID() == first)
    }

    @Test func aTimerReadsOnceWhenDueAndNeverWhenDisarmed() throws {
        let timer = try TimerDescriptor()
        try timer.arm(at: 0)
        #expect(try timer.read() == 1)
        #expect(try timer.read() == 0)
        try timer.arm(at: Clock.boottime.now())
        try timer.disarm()
        #expect(try timer.read() == 0)
        try timer.arm(at: .max)
        #expect(try timer.read() == 0)
    }
}

@Suite struct FileTests {
    private let folder = "/tmp/locksim-linux-\(processID)-\(Clock.monotonic.now())"

    @Test func aFileIsReplacedAsAWhole() throws {
        let path = "\(folder)/deep/file"
        try makeFolder("\(folder)/deep")
        try makeFolder("\(folder)/deep")
        try writeFile(path, "first")
        try writeFile(path, String(repeating: "é", count: 100_000))
        #expect(try readText(path).count == 100_000)
        #expect(throws: SystemError.self) { try readText(path, atMost: 10) }
        try removeFile(path)
        try removeFile(path)
        #expect(!fileExists(path))
        #expect { try readFile(path) } throws: { ($0 as? SystemError)?.isMissingFile == true }
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        #expect { try writeFile("\(folder)/none/file", "x") } throws: {
            ($0 as? SystemError)?.isMissingFile == true
        }
    }
}

@Suite struct HostTests {
    @Test func theHostIsDescribed() throws {
        let host = Host.current()
        #expect(host.processorModel?.isEmpty == false)
        #expect(host.processorCount >= 1 && host.allowedProcessorCount >= 1)
        #expect(host.kernelRelease?.contains(".") == true)
        #expect(host.loadHundredths.count == 3)
        #expect((host.memoryByteCount ?? 0) >= (host.availableMemoryByteCount ?? 0))
        #expect((host.availableMemoryByteCount ?? 0) > 1 << 20)
    }

    @Test func usageIsMeasured() throws {
        let usage = try ResourceUsage.now()
        #expect(usage.userNanoseconds > 0)
        #expect(usage.peakResidentByteCount > 1 << 20)
        let resident = try residentByteCount()
        #expect(resident > 1 << 20)
    }

    @Test func theProcessKnowsItself() throws {
        #expect(try executablePath().hasPrefix("/"))
        #expect(environmentVariable("PATH") != nil)
        #expect(environmentVariable("LOCKSIM_NOT_SET") == nil)
        #expect(try raiseOpenFileLimit() >= 256)
        try send(signal: 0, to: processID)
    }

    @Test func aParentThatIsAnotherIsToldApart() throws {
        // The signal goes with the parent that is there; whose number is wrong has none.
        #expect(try !dieWithParent(parentProcessID + 1))
    }
}

@Suite struct StreamTests {
    @Test func aBrokenStreamIsAnErrorAndNoSignal() throws {
        ignoreBrokenPipeSignal()
        let (reader, writer) = try SocketPair().split()
        Descriptor(owning: reader).close()
        let bytes: [UInt8] = [1]
        #expect { try write(bytes.span, to: writer) } throws: {
            ($0 as? SystemError)?.isBrokenPipe == true
        }
        Descriptor(owning: writer).close()
    }
}
