/** The examples that `specimen new` writes: a function for each kind of result, and its test. */
import type { ResultType } from '../../core/contract/domain/result/result.ts'

const reporterText = 'filled in by the host, which shows what it is given to people who wait'

/** The function that a new plugin has. */
export interface PluginExample {
  readonly summary: string
  readonly parameters: readonly (readonly [name: string, type: string, text: string])[]
  readonly lines: readonly string[]
  /** The types of the parts of a scene by name. */
  readonly parts?: { readonly [name: string]: string }
}

/** A function of each kind, with all sliders. */
export const bodies: { readonly [returns in ResultType]: PluginExample } = {
  mesh: {
    summary: 'A flat disc around the origin, in metres.',
    parameters: [
      ['radius', 'Range<0.1, 10> = 1', 'from the centre to the rim'],
      ['segments', 'Integer & Range<3, 256> = 64', 'corners of the rim'],
      ['facing', "'up' | 'down' = 'up'", 'which side is seen'],
      ['progress?', 'ProgressReporter', reporterText],
    ],
    lines: [
      'const vertices = new Float32Array((segments + 1) * 3) // the centre comes first',
      'const indices = new Uint32Array(segments * 3)',
      'for (let i = 0; i < segments; i++) {',
      "  progress?.report('corner ' + (i + 1) + ' of ' + segments, (i + 1) / segments)",
      '  const angle = (2 * Math.PI * i) / segments',
      '  vertices.set([radius * Math.cos(angle), radius * Math.sin(angle), 0], (i + 1) * 3)',
      '  const [here, next] = [i + 1, ((i + 1) % segments) + 1]',
      "  indices.set(facing === 'up' ? [0, here, next] : [0, next, here], i * 3)",
      '}',
      'return { vertices, indices }',
    ],
  },
  volume: {
    summary: 'A soft ball in a cube of samples: 1 in the middle, 0 outside.',
    parameters: [
      ['size', 'Integer & Range<2, 128> = 32', 'samples along each axis'],
      ['radius', 'Range<0.1, 1> = 0.8', 'where the ball ends, as a share of half the cube'],
      ['progress?', 'ProgressReporter', reporterText],
    ],
    lines: [
      'const data = new Float32Array(size ** 3)',
      'const toCoordinate = (index: number): number => (2 * index) / (size - 1) - 1',
      'for (let z = 0; z < size; z++) {',
      "  progress?.report('layer ' + (z + 1) + ' of ' + size, (z + 1) / size)",
      '  for (let y = 0; y < size; y++) {',
      '    for (let x = 0; x < size; x++) {',
      '      const distance = Math.hypot(toCoordinate(x), toCoordinate(y), toCoordinate(z))',
      '      data[(z * size + y) * size + x] = Math.max(0, 1 - distance / radius)',
      '    }',
      '  }',
      '}',
      'return { shape: [size, size, size], data }',
    ],
  },
  point_cloud: {
    summary: 'A spiral of points that climbs along z, in metres.',
    parameters: [
      ['count', 'Integer & Range<1, 100000> = 1000', 'points of the spiral'],
      ['turns', 'Range<0, 50> = 5', 'times around the axis'],
      ['height', 'number = 1', 'of the last point'],
    ],
    lines: [
      'const points = new Float32Array(count * 3)',
      'const scalars = new Float32Array(count)',
      'for (let i = 0; i < count; i++) {',
      '  const share = i / count',
      '  const angle = 2 * Math.PI * turns * share',
      '  points.set([Math.cos(angle), Math.sin(angle), height * share], i * 3)',
      '  scalars[i] = share',
      '}',
      'return { points, scalars }',
    ],
  },
  lines: {
    summary: 'Rings around an axis, one above the other, in metres.',
    parameters: [
      ['count', 'Integer & Range<1, 100> = 12', 'rings'],
      ['radius', 'Range<0.1, 10> = 1', 'of the widest ring'],
      ['segments', 'Integer & Range<3, 256> = 64', 'corners of a ring'],
    ],
    lines: [
      'const corners = segments + 1 // the last one closes the ring',
      'const points = new Float32Array(count * corners * 3)',
      'const starts = Uint32Array.from({ length: count }, (_, ring) => ring * corners)',
      'for (let ring = 0; ring < count; ring++) {',
      '  const height = (2 * ring + 1) / count - 1',
      '  for (let i = 0; i < corners; i++) {',
      '    const angle = (2 * Math.PI * (i % segments)) / segments',
      '    const across = radius * Math.sqrt(1 - height ** 2)',
      '    const place = [across * Math.cos(angle), across * Math.sin(angle), radius * height]',
      '    points.set(place, (ring * corners + i) * 3)',
      '  }',
      '}',
      'return { points, starts }',
    ],
  },
  arrows: {
    summary: 'The velocity in a vortex, at places of a square grid.',
    parameters: [
      ['side', 'Integer & Range<2, 100> = 12', 'arrows along each side'],
      ['turn', 'Range<-1, 1> = 0.5', 'how fast it turns'],
      ['inward', 'Range<-1, 1> = 0.2', 'how fast it goes to the middle'],
    ],
    lines: [
      'const points = new Float32Array(side * side * 3)',
      'const vectors = new Float32Array(side * side * 3)',
      'const scalars = new Float32Array(side * side)',
      'for (let i = 0; i < side * side; i++) {',
      '  const [x, y] = [(i % side) - (side - 1) / 2, Math.floor(i / side) - (side - 1) / 2]',
      '  const [u, v] = [-turn * y - inward * x, turn * x - inward * y].map((part) => (2 * part) / side)',
      '  points.set([x, y, 0], i * 3)',
      '  vectors.set([u ?? 0, v ?? 0, 0], i * 3)',
      '  scalars[i] = Math.hypot(u ?? 0, v ?? 0)',
      '}',
      'return { points, vectors, scalars }',
    ],
  },
  labels: {
    summary: 'The numbers of a clock, at their places.',
    parameters: [
      ['radius', 'Range<0.1, 10> = 1', 'of the clock'],
      ['hours', '12 | 24 = 12', 'of a turn'],
    ],
    lines: [
      'const points = new Float32Array(hours * 3)',
      'const texts: string[] = []',
      'for (let hour = 1; hour <= hours; hour++) {',
      '  const angle = (2 * Math.PI * hour) / hours',
      '  points.set([radius * Math.sin(angle), radius * Math.cos(angle), 0], (hour - 1) * 3)',
      '  texts.push(String(hour))',
      '}',
      'return { points, texts }',
    ],
  },
  table: {
    summary: 'A weight that swings on a spring, tick by tick, until it rests.',
    parameters: [
      ['ticks', 'Integer & Range<2, 10000> = 500', 'rows of the table'],
      ['frequency', 'Range<0.1, 10> = 1', 'swings a second'],
      ['damping', 'Range<0, 2> = 0.3', 'how fast it comes to rest'],
    ],
    lines: [
      'const time = Float64Array.from({ length: ticks }, (_, i) => i / 50)',
      'const place = time.map((t) => Math.exp(-damping * t) * Math.cos(2 * Math.PI * frequency * t))',
      'return {',
      '  columns: [',
      "    { name: 'time', unit: 's', values: time },",
      "    { name: 'place', unit: 'm', values: place },",
      '  ],',
      "  plot: 'line',",
      "  x: 'time',",
      '}',
    ],
  },
  scene: {
    summary: 'A disc, the arrow on which it stands upright, and its name, in metres.',
    parts: { disc: 'Mesh', axis: 'Arrows', names: 'Labels' },
    parameters: [
      ['radius', 'Range<0.1, 10> = 1', 'from the centre to the rim'],
      ['segments', 'Integer & Range<3, 256> = 64', 'corners of the rim'],
      ['height', 'Range<0.1, 10> = 1', 'of the arrow'],
    ],
    lines: [
      'const vertices = new Float32Array((segments + 1) * 3) // the centre comes first',
      'const indices = new Uint32Array(segments * 3)',
      'for (let i = 0; i < segments; i++) {',
      '  const angle = (2 * Math.PI * i) / segments',
      '  vertices.set([radius * Math.cos(angle), radius * Math.sin(angle), 0], (i + 1) * 3)',
      '  indices.set([0, i + 1, ((i + 1) % segments) + 1], i * 3)',
      '}',
      'return {',
      '  disc: { vertices, indices },',
      '  axis: { points: new Float32Array(3), vectors: Float32Array.of(0, 0, height) },',
      "  names: { points: Float32Array.of(0, 0, height), texts: ['axis'] },",
      '}',
    ],
  },
  image: {
    summary: 'A picture of rings around its middle.',
    parameters: [
      ['size', 'Integer & Range<1, 2048> = 256', 'pixels along each side'],
      ['rings', 'Range<1, 100> = 8', 'from the middle to a side'],
      ['inverted', 'boolean = false', 'dark in the middle'],
    ],
    lines: [
      'const data = new Uint8Array(size * size)',
      'for (let y = 0; y < size; y++) {',
      '  for (let x = 0; x < size; x++) {',
      '    const distance = Math.hypot(x - size / 2, y - size / 2) / (size / 2)',
      '    const light = 0.5 + 0.5 * Math.cos(2 * Math.PI * rings * distance)',
      '    data[y * size + x] = Math.round(255 * (inverted ? 1 - light : light))',
      '  }',
      '}',
      'return { width: size, height: size, channels: 1, data }',
    ],
  },
}

/** A test of each, in which the function is called `make`. */
export const tests: { readonly [returns in ResultType]: string } = {
  mesh: `test('gives triangles whose corners exist', () => {
  const { vertices, indices } = make()
  assert.equal(vertices.length % 3, 0)
  assert.equal(indices.length % 3, 0)
  assert.ok(indices.every((index) => index < vertices.length / 3))
})`,
  volume: `test('gives as many samples as its shape says', () => {
  const { shape, data } = make(8)
  assert.deepEqual(shape, [8, 8, 8])
  assert.equal(data.length, 8 ** 3)
})`,
  point_cloud: `test('gives a value for every point', () => {
  const { points, scalars } = make(10)
  assert.equal(points.length, 30)
  assert.equal(scalars.length, 10)
})`,
  lines: `test('begins each line within its points', () => {
  const { points, starts } = make(3)
  assert.equal(starts.length, 3)
  assert.ok(starts.every((start) => start < points.length / 3))
})`,
  arrows: `test('gives a vector for every point', () => {
  const { points, vectors } = make(4)
  assert.equal(points.length, 48)
  assert.equal(vectors.length, 48)
})`,
  labels: `test('gives a text for every point', () => {
  const { points, texts } = make()
  assert.equal(points.length, 3 * texts.length)
})`,
  table: `test('gives a value of each column for every row', () => {
  const { columns } = make(10)
  assert.ok(columns.every(({ values }) => values.length === 10))
})`,
  scene: `test('gives each part that its type names', () => {
  const { disc, axis, names } = make()
  assert.equal(disc.indices.length, 64 * 3)
  assert.equal(axis.vectors.length, axis.points.length)
  assert.equal(names.texts.length, names.points.length / 3)
})`,
  image: `test('gives as many samples as its size says', () => {
  const { width, height, channels, data } = make(16)
  assert.equal(data.length, width * height * channels)
})`,
}
