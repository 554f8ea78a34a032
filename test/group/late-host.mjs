/** A host whose clock is an hour late, in a process of its own: its options, and its function's, as JSON. */
const now = Date.now
Date.now = () => now() - 3_600_000

const [options, known] = process.argv.slice(2).map((text) => JSON.parse(text))
const { createHost } = await import('specimen-host')
const host = await createHost(options)
host.registerFunction(
  'face',
  (x) => ({ vertices: Float32Array.of(x, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }),
  known,
)
await host.listen()
console.log('listening')
