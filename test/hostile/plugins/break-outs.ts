/** Functions that reach for the machine. What stands around them must hold; without walls they are not run. */
import type { HostileFunction } from './hostile-bundle.ts'

const failed = '500 function.failed'
const blocked = (act: string) => `return blocked(async () => { ${act} })`

/** `hostPid` is a process of the machine, and `secret` a file, that no plugin has to do with. */
export function listBreakOuts({
  hostPid,
  secret,
}: {
  readonly hostPid: number
  readonly secret: string
}): readonly HostileFunction[] {
  return [
    ['connects to another machine', blocked("await once(net.connect(80, '192.0.2.1'), 'connect')"), '200'],
    [
      'connects to this machine',
      blocked("const s = net.connect(Number(22), '127.0.0.1'); await once(s, 'connect')"),
      '200',
    ],
    ['asks for a name', blocked("await (await import('node:dns/promises')).lookup('example.org')"), '200'],
    ['fetches', blocked("await fetch('http://127.0.0.1:1/')"), '200'],
    ['ends the host', blocked(`process.kill(${hostPid}, 'SIGTERM')`), '200'],
    ['reads the host’s variables', blocked(`fs.readFileSync('/proc/${hostPid}/environ')`), '200'],
    ['opens the host’s memory', blocked(`fs.openSync('/proc/${hostPid}/mem', 'r')`), '200'],
    ['reads a file of the host', blocked(`fs.readFileSync(${JSON.stringify(secret)})`), '200'],
    ['reads passwords', blocked("fs.readFileSync('/etc/shadow')"), '200'],
    ['writes in its bundle', blocked("fs.writeFileSync(here + 'index.mjs', '')"), '200'],
    [
      'writes in the bundle of another',
      blocked(
        "const up = here + '../'; const all = fs.readdirSync(up); if (all.length === 0) throw 0; for (const name of all) fs.writeFileSync(up + name + '/index.mjs', '')",
      ),
      '200',
    ],
    ['removes its bundle', blocked('fs.rmSync(here, { recursive: true })'), '200'],
    [
      'takes off the guard of its bundle',
      blocked("fs.chmodSync(here, 0o777); fs.writeFileSync(here + 'x', '')"),
      '200',
    ],
    ['writes to the root', blocked("fs.writeFileSync('/written', '')"), '200'],
    [
      'fills the disk',
      blocked(
        "const fd = fs.openSync('/tmp/fill', 'w'); for (let i = 0; i < 200; i++) fs.writeSync(fd, Buffer.alloc(1e6))",
      ),
      '200',
    ],
    [
      'makes a device',
      blocked(
        "childProcess.execFileSync('mknod', ['/tmp/zero', 'c', '1', '5'], { stdio: 'ignore' }); fs.openSync('/tmp/zero')",
      ),
      '200',
    ],
    [
      'mounts',
      blocked("childProcess.execFileSync('mount', ['-t', 'tmpfs', 'x', '/usr'], { stdio: 'ignore' })"),
      '200',
    ],
    ...['/proc/sys/kernel/core_pattern', '/proc/sys/vm/swappiness'].map(
      (path): HostileFunction => [
        `changes a setting of the kernel, ${path}`,
        blocked(`fs.writeFileSync('${path}', fs.readFileSync('${path}'))`),
        '200',
      ],
    ),
    ['asks the kernel for anything', blocked("fs.openSync('/proc/sysrq-trigger', 'w')"), '200'],
    ['opens the memory of the kernel', blocked("fs.openSync('/proc/kcore')"), '200'],
    ['finds the devices of the machine', blocked("fs.readdirSync('/sys/class')"), '200'],
    ['fills the memory of devices', blocked("fs.writeFileSync('/dev/fill', '')"), '200'],
    ['ends all that it sees', "try { process.kill(-1, 'SIGKILL') } catch {} ; return volume()", '200'],
    [
      'starts hundreds of programs',
      "for (let i = 0; i < 700; i++) childProcess.spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).on('error', () => {}); await new Promise((resolve) => setTimeout(resolve, 1000)); throw new Error('done')",
      failed,
    ],
    [
      'leaves a program behind',
      "try { childProcess.spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).on('error', () => {}).unref() } catch {} ; return volume()",
      '200',
    ],
    [
      'starts 100 threads that loop',
      "try { for (let i = 0; i < 100; i++) new workers.Worker('for (;;);', { eval: true }).on('error', () => {}) } catch {} ; throw new Error('done')",
      failed,
    ],
  ]
}

/** Functions that never end, by what they do instead; each says first that it goes. */
export const endless: readonly (readonly [what: string, body: string])[] = [
  ['waits with nothing to wait for', 'await new Promise(() => {})'],
  ['gives every object a shape', 'Object.prototype.shape = [9, 9, 9]; await never()'],
  [
    'changes the length of arrays',
    'Object.defineProperty(Uint8Array.prototype.__proto__, "length", { get: () => 5 }); await never()',
  ],
  ['takes away Promise.then', 'Promise.prototype.then = () => {}; await never()'],
  ['loops', 'for (;;);'],
  ['loops in promises', 'for (;;) await null'],
  ['waits for ever', 'await never()'],
  ['sleeps without an event loop', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
  ['is lost in a native call', "crypto.pbkdf2Sync('a', 'b', 2 ** 31 - 1, 64, 'sha512')"],
  ['is lost in a pattern', "/(a+)+$/.test('a'.repeat(60) + 'b')"],
  ['stops its own process', "process.kill(process.pid, 'SIGSTOP'); await never()"],
  ['passes over SIGTERM', "process.on('SIGTERM', () => {}); for (;;) await new Promise(setImmediate)"],
  ['reports for ever', "for (;;) report.report('more')"],
  ['prints for ever', "for (;;) console.log('more')"],
  [
    'writes frames for ever',
    'const all = Buffer.concat(Array.from({ length: 2000 }, () => frame(4, \'{"run":0,"skipped":0,"reports":[]}\'))); for (;;) fs.writeSync(3, all)',
  ],
  ['gives a thenable that never resolves', 'return { then() { setInterval(() => {}, 1000) } }'],
  ['has a getter that never returns', 'return { get shape() { for (;;); } }'],
  [
    'has a stack that is never made',
    'throw Object.defineProperty(new Error("a"), "stack", { get() { for (;;); } })',
  ],
]
