/** Prints the most memory that making a form takes, of a process of its own: `measure-making.mjs FORM KIND`. */
const [, , form, kind] = process.argv
const { default: perform } = await import(new URL('../../../../dist/encoder-thread.js', import.meta.url).href)

let seed = 7
const random = () => {
  seed = (seed * 16_807) % 2_147_483_647
  return seed / 2_147_483_647
}

/** A rough surface without normals and with colours, or corners that are few and lie anywhere. */
function makeMesh(isTangle) {
  const count = 400
  const points = isTangle ? 1000 : count * count
  const vertices = Float32Array.from({ length: 3 * points }, (_, i) => {
    const vertex = Math.floor(i / 3)
    if (isTangle || i % 3 === 2) return random()
    return i % 3 === 0 ? vertex % count : Math.floor(vertex / count)
  })
  const indices = new Uint32Array(6 * (count - 1) ** 2)
  for (let quad = 0; quad < indices.length / 6; quad++) {
    const at = Math.floor(quad / (count - 1)) * count + (quad % (count - 1))
    indices.set([at, at + 1, at + count, at + count, at + 1, at + count + 1], 6 * quad)
  }
  if (isTangle) for (let i = 0; i < indices.length; i++) indices[i] = Math.floor(random() * points)
  return { type: 'mesh', vertices, indices, colors: Uint8Array.from(vertices, () => 256 * random()) }
}

function makeImage() {
  const [width, height, channels] = [1600, 1600, 3]
  const data = Uint8Array.from({ length: width * height * channels }, () => 256 * random())
  return { type: 'image', width, height, channels, dtype: 'uint8', data }
}

const fill = (Kind, length) => Kind.from({ length }, () => 256 * random())

/** Lines of ten points each. */
function makeLines() {
  const count = 400_000
  const starts = Uint32Array.from({ length: count / 10 }, (_, line) => 10 * line)
  const points = fill(Float32Array, 3 * count)
  return { type: 'lines', points, starts, colors: fill(Uint8Array, 3 * count) }
}

function makeArrows() {
  const length = 3 * 20_000
  const [points, vectors] = [fill(Float32Array, length), fill(Float32Array, length)]
  return { type: 'arrows', points, vectors, colors: fill(Uint8Array, length) }
}

/** A rough surface over a volume, whose samples are shared as those of a host. */
function makeScene() {
  const data = new Int16Array(new SharedArrayBuffer(2 * 64 ** 3))
  const scan = { type: 'volume', shape: [64, 64, 64], dtype: 'int16', data }
  return { type: 'scene', parts: { scan, skin: makeMesh(false) } }
}

const makers = { image: makeImage, lines: makeLines, arrows: makeArrows, scene: makeScene }
const result = makers[kind]?.() ?? makeMesh(kind === 'tangle')
const before = process.memoryUsage.rss()
const task = form === 'facts' ? { kind: 'facts', words: {} } : { kind: 'file', form, words: { name: 'a' } }
await perform({ ...task, result })
const peak = 1024 * process.resourceUsage().maxRSS
const { vertices, indices, colors, points, starts } = result.parts?.skin ?? result
const lengths = {
  vertices: vertices?.length,
  indices: indices?.length,
  colors: colors?.length,
  points: points?.length,
  starts: starts?.length,
}
const samples = (result.parts?.scan ?? result).data?.length
process.stdout.write(JSON.stringify({ taken: peak - before, lengths, samples }))
