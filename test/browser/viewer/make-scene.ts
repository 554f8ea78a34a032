/** Scenes for the list of parts: a head with what is in it, and one of as many parts as are wanted. */
import type { Host } from 'specimen-host'

/** Returns a ball of triangles around a place. */
export function makeBall([x, y, z]: readonly [number, number, number], radius: number) {
  const [around, across] = [24, 13]
  const vertices = new Float32Array(3 * around * across)
  for (let i = 0; i < around * across; i++) {
    const azimuth = (2 * Math.PI * (i % around)) / around
    const polar = (Math.PI * Math.floor(i / around)) / (across - 1)
    const flat = Math.sin(polar) * radius
    vertices.set(
      [x + flat * Math.cos(azimuth), y + flat * Math.sin(azimuth), z - Math.cos(polar) * radius],
      3 * i,
    )
  }
  const indices = new Uint32Array(6 * around * (across - 1))
  for (let i = 0; i < around * (across - 1); i++) {
    const next = i - (i % around) + ((i + 1) % around)
    indices.set([i, next, i + around, next, next + around, i + around], 6 * i)
  }
  return { vertices, indices }
}

const size = 24

/** Returns a volume of 24³ samples, 1 apart, whose values fall from its middle outwards. */
function makeScan() {
  const data = new Uint8Array(size ** 3)
  for (let i = 0; i < data.length; i++) {
    const place = [i % size, Math.floor(i / size) % size, Math.floor(i / size ** 2)]
    const far = Math.hypot(...place.map((along) => along - (size - 1) / 2))
    data[i] = Math.max(0, 200 - 18 * far)
  }
  return { shape: [size, size, size], dtype: 'uint8', data, valueName: 'density', valueUnit: 'HU' }
}

const returns = {
  type: 'scene',
  parts: { scan: 'volume', skull: 'mesh', vessels: 'lines', names: 'labels' },
} as const

/** Registers `head`, of four parts, and `crowd`, of 40 balls. */
export function addScenes(host: Pick<Host, 'registerSpecimen'>): void {
  const skull = makeBall([12, 12, 12], 9)
  const vessels = Float32Array.of(2, 2, 12, 12, 20, 13, 18, 17, 11, 24, 25, 16)
  const head = () => ({
    scan: makeScan(),
    skull: { ...skull, look: { opacity: 0.4, color: [216, 194, 150], title: 'Skull with its skin' } },
    vessels: { points: vessels, scalars: Float32Array.of(0, 1, 2, 3), look: { title: 'Vessels' } },
    names: { points: Float32Array.of(12, 12, 12), texts: ['middle'], look: { hidden: true } },
  })
  const crowd = () =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => {
        const place = [6 * (i % 8), 6 * Math.floor(i / 8), 0] as const
        const color = [(37 * i) % 256, (91 * i + 60) % 256, (151 * i + 120) % 256]
        return [`cell_${i + 1}`, { ...makeBall(place, 2.5), look: { color } }]
      }),
    )
  // The results of each kind.
  host.registerSpecimen({ id: 'head', displayName: 'Head' }, head as () => never, { returns })
  const ofBalls = { type: 'scene', each: 'mesh' } as const
  host.registerSpecimen({ id: 'crowd', displayName: 'Forty cells' }, crowd as () => never, {
    returns: ofBalls,
  })
}
