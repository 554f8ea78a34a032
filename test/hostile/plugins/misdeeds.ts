/** Functions that throw what nobody expects, end their process, change what others use, or talk too much. */
import type { HostileFunction } from './hostile-bundle.ts'

const failed = '500 function.failed'

export const thrown: readonly HostileFunction[] = [
  ['null', 'throw null', failed],
  ['undefined', 'throw undefined', failed],
  ['a symbol', "throw Symbol('x')", failed],
  ['a BigInt', 'throw 1n', failed],
  ['an empty text', "throw ''", failed],
  ['an object without a prototype', 'throw Object.create(null)', failed],
  ['an error of 50 MB', "throw new Error('x'.repeat(50e6))", failed],
  ['an error in a circle of causes', "const e = new Error('a'); e.cause = e; throw e", failed],
  ['an error without a message', "const e = new Error('a'); delete e.message; throw e", failed],
  [
    'an error whose message throws',
    'throw Object.defineProperty(new Error("a"), "message", { get() { throw null } })',
    failed,
  ],
  [
    'an error whose stack throws',
    'throw Object.defineProperty(new Error("a"), "stack", { get() { throw null } })',
    failed,
  ],
  ['an error whose stack is a number', 'throw Object.assign(new Error("a"), { stack: 7 })', failed],
  ['an error whose name is an object', 'throw Object.assign(new Error("a"), { name: {} })', failed],
  ['a proxy of an error', 'throw new Proxy(new Error("a"), { get() { throw new Error("b") } })', failed],
  ['an object whose toString throws', 'throw { toString() { throw new Error("a") } }', failed],
  ['an error of terminal codes and markup', "throw new Error('\\x1b[31m\\0\\x9b<script>\\ud800')", failed],
  [
    'many errors in one',
    'throw new AggregateError(Array.from({ length: 1e5 }, () => new Error("a")), "b")',
    failed,
  ],
  [
    'what another prepares its stack for',
    'Error.prepareStackTrace = () => { throw new Error("a") }; throw new Error("b")',
    failed,
  ],
  [
    'a code of the host',
    "throw Object.assign(new Error('a'), { code: 'specimen.unknown', statusCode: 200 })",
    failed,
  ],
  ['too deep a recursion', 'const f = () => f() + 1; f()', failed],
]

export const ends: readonly HostileFunction[] = [
  ['exits with 0', 'process.exit(0)', failed],
  ['exits with 1', 'process.exit(1)', failed],
  ['exits with no farewell', 'process.reallyExit(0)', failed],
  ['exits while it exits', "process.on('exit', () => process.exit(0)); process.exit(1)", failed],
  ['aborts', 'process.abort()', failed],
  ['kills itself', "process.kill(process.pid, 'SIGKILL'); await never()", failed],
  ['ends itself by SIGTERM', "process.kill(process.pid, 'SIGTERM'); await never()", failed],
  ['crashes with a bad pointer', "process.kill(process.pid, 'SIGSEGV'); await never()", failed],
  ['fills the heap', 'const all = []; for (;;) all.push(new Array(1e4).fill(all.length))', failed],
  [
    'fills the heap with text',
    "let text = 'x'; const all = []; for (;;) all.push(Buffer.from(text += text.slice(0, 1e6)).toString('latin1') + all.length)",
    failed,
  ],
  ['fills memory beside the heap', 'const all = []; for (;;) all.push(Buffer.alloc(5e7, 1))', failed],
  ['asks for 2^40 bytes', 'new ArrayBuffer(2 ** 40)', failed],
  [
    'leaves a promise that is refused',
    "Promise.reject(new Error('late')); await new Promise(setImmediate); return volume()",
    failed,
  ],
  [
    'throws in a timer',
    "setTimeout(() => { throw new Error('late') }); await new Promise((r) => setTimeout(r, 20)); return volume()",
    failed,
  ],
  [
    'throws in a microtask',
    "queueMicrotask(() => { throw new Error('late') }); await null; return volume()",
    failed,
  ],
  ['throws after its result', "setTimeout(() => { throw new Error('late') }); return volume()", '200'],
  ['exits after its result', 'setImmediate(() => process.exit(1)); return volume()', '200'],
  ['leaves an interval', 'setInterval(() => {}, 1); return volume()', '200'],
  ['leaves an endless loop', 'setImmediate(() => { for (;;); }); return volume()', '200'],
]

export const globals: readonly HostileFunction[] = [
  [
    'takes away JSON',
    'JSON.parse = JSON.stringify = () => { throw new Error("no") }; return volume()',
    '200',
  ],
  [
    'gives every object a setter',
    'Object.defineProperty(Object.prototype, "run", { set() { throw new Error("no") } }); return volume()',
    '200',
  ],
  [
    'takes away the iterator of lists',
    'Array.prototype[Symbol.iterator] = () => { throw new Error("no") }; return volume()',
    '200',
  ],
  ['changes push and map', 'Array.prototype.push = Array.prototype.map = () => 0; return volume()', '200'],
  [
    'freezes what is global',
    'Object.freeze(globalThis); Object.freeze(Object.prototype); return volume()',
    '200',
  ],
  ['removes process', 'delete globalThis.process; globalThis.Buffer = null; return volume()', failed],
  ['listens to nothing', 'process.removeAllListeners(); process.stdin.destroy(); return volume()', '200'],
  [
    'takes over all errors',
    "process.removeAllListeners('uncaughtException'); process.on('uncaughtException', () => {}); throw new Error('a')",
    failed,
  ],
  [
    'changes flags of V8',
    'process.getBuiltinModule?.("node:v8").setFlagsFromString("--stack-size=1"); return volume()',
    '200',
  ],
  [
    'goes to another folder',
    "try { process.chdir('/') } catch {} ; process.title = 'x'.repeat(1e5); return volume()",
    '200',
  ],
]

export const talk: readonly HostileFunction[] = [
  [
    'prints a gigabyte',
    "const line = 'x'.repeat(1e6); for (let i = 0; i < 1000; i++) console.log(line); return volume()",
    '200',
  ],
  ['prints 300,000 lines', 'for (let i = 0; i < 3e5; i++) console.error(i); return volume()', '200'],
  [
    'prints past the console',
    "for (let i = 0; i < 200; i++) fs.writeSync(1, 'x'.repeat(1e5)); return volume()",
    '200',
  ],
  ['reports 300,000 times', 'for (let i = 0; i < 3e5; i++) report.report(String(i)); return volume()', '200'],
  ['reports 10 MB', "report.report('x'.repeat(1e7)); return volume()", '200'],
  [
    'reports an object that throws',
    'report.report({ toString() { throw new Error("no") } }); return volume()',
    failed,
  ],
  [
    'reports a fraction of NaN',
    "report.report('a', NaN); report.report('b', -1e999); return volume()",
    '200',
  ],
  ['reports half a letter', "report.report('\\ud800\\0\\x1b[2J'); return volume()", '200'],
  ['reports after its result', "setTimeout(() => report.report('late')); return volume()", '200'],
  ['closes its pipe to the host', 'fs.closeSync(3); return volume()', failed],
  [
    'closes everything',
    'for (let fd = 0; fd < 100; fd++) try { fs.closeSync(fd) } catch {} ; return volume()',
    failed,
  ],
  ['sends rubbish to the host', 'fs.writeSync(3, crypto.randomBytes(1e5)); return volume()', failed],
  ['sends a frame of 4 GB', "fs.writeSync(3, frame(6, '{}', [2 ** 32 - 1])); await never()", failed],
  ['sends a frame of no known kind', "fs.writeSync(3, frame(200, '{}')); await never()", failed],
  ['sends a head that is no JSON', "fs.writeSync(3, frame(4, '{'.repeat(40))); await never()", failed],
  ['sends a head of great depth', "fs.writeSync(3, frame(4, '['.repeat(4000))); await never()", failed],
  ['sends a call', "fs.writeSync(3, frame(1, '{}')); await never()", failed],
  ['says again that it is ready', "fs.writeSync(3, frame(2, '{}')); await never()", failed],
]
