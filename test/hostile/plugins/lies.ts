/** Results that are not what a function says that it returns, or are more than they seem. */
import type { HostileFunction } from './hostile-bundle.ts'

const failed = '500 function.failed'
const volume = (member: string) => `return volume({ ${member} })`
const mesh = (member: string) => `return mesh({ ${member} })`

export const values: readonly HostileFunction[] = [
  ['nothing', '', failed],
  ['null', 'return null', failed],
  ['a number', 'return 7', failed],
  ['a text', "return 'volume'", failed],
  ['a symbol', "return Symbol('x')", failed],
  ['a list', 'return [volume()]', failed],
  ['an empty object', 'return {}', failed],
  ['a function', 'return () => volume()', failed],
  ['a mesh for a volume', 'return mesh()', failed],
  ['a promise that is refused', "return Promise.reject(new Error('no'))", failed],
  ['a thenable that throws', "return { then() { throw new Error('no') } }", failed],
  ['a thenable that resolves twice', 'return { then(resolve) { resolve(volume()); resolve(7) } }', '200'],
  ['a proxy that throws', 'return new Proxy({}, { get() { throw new Error("no") } })', failed],
  ['a proxy that has everything', 'return new Proxy({}, { get: () => 1 })', failed],
  [
    'a proxy that is revoked',
    'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy',
    failed,
  ],
  ['a getter that throws', 'return { shape: [1, 1, 1], get data() { throw new Error("no") } }', failed],
  ['a getter that throws null', 'return { shape: [1, 1, 1], get data() { throw null } }', failed],
  ['an object with toJSON', volume("toJSON: () => { throw new Error('no') }"), '200'],
  ['a result in the prototype', 'return Object.create(volume())', '200'],
  ['a result without a prototype', 'return Object.assign(Object.create(null), volume())', '200'],
]

export const volumes: readonly HostileFunction[] = [
  ['no shape', volume('shape: undefined'), failed],
  ['a shape of two', volume('shape: [1, 1]'), failed],
  ['a shape of four', volume('shape: [1, 1, 1, 1]'), failed],
  ['a shape with 0', volume('shape: [0, 1, 1], data: new Uint8Array(0)'), failed],
  ['a shape below 0', volume('shape: [-1, -1, 1]'), failed],
  ['a shape of fractions', volume('shape: [0.5, 2, 1]'), failed],
  ['a shape of texts', volume("shape: ['1', '1', '1']"), failed],
  ['a shape of NaN', volume('shape: [NaN, 1, 1]'), failed],
  ['a shape beyond 2^53', volume('shape: [2 ** 53, 2 ** 53, 1]'), failed],
  ['a shape of BigInt', volume('shape: [1n, 1n, 1n]'), failed],
  ['a shape with holes', volume('shape: [, 1, 1]'), failed],
  [
    'a shape that is another each time',
    'let n = 0; return { get shape() { return [++n, 1, 1] }, data: new Uint8Array(1) }',
    '200',
  ],
  ['more data than the shape', volume('data: new Uint8Array(2)'), failed],
  ['less data than the shape', volume('shape: [2, 2, 2]'), failed],
  ['a plain list of data', volume('data: [1]'), failed],
  ['BigInt data', volume('data: new BigInt64Array(1)'), failed],
  ['a DataView', volume('data: new DataView(new ArrayBuffer(1))'), failed],
  ['a bare buffer', volume('data: new ArrayBuffer(1)'), failed],
  ['a text as data', volume("data: 'a'"), failed],
  ['a dtype that is another', volume("dtype: 'float64'"), '200'],
  [
    'memory that was given away',
    'const data = new Uint8Array(1); structuredClone(data, { transfer: [data.buffer] }); return volume({ data })',
    failed,
  ],
  [
    'memory that shrinks when it is read',
    'const buffer = new ArrayBuffer(8, { maxByteLength: 8 }); return { get shape() { buffer.resize(1); return [8, 1, 1] }, data: new Uint8Array(buffer) }',
    failed,
  ],
  [
    'a class that lies about its length',
    'class Lie extends Uint8Array { get length() { return 1e9 } } return volume({ data: new Lie(1) })',
    failed,
  ],
  [
    'a class that lies about its memory',
    'class Lie extends Uint8Array { get buffer() { throw new Error("no") } } return volume({ data: new Lie(1) })',
    '200',
  ],
  ['a proxy of an array', volume('data: new Proxy(new Uint8Array(1), {})'), failed],
  ['an array by its prototype alone', volume('data: Object.create(Uint8Array.prototype)'), failed],
  ['a spacing of 0', volume('spacing: [0, 1, 1]'), failed],
  ['a spacing below 0', volume('spacing: [-1, 1, 1]'), failed],
  ['a spacing of NaN', volume('spacing: [NaN, 1, 1]'), failed],
  ['a spacing of two', volume('spacing: [1, 1]'), failed],
  ['an origin that is infinite', volume('origin: [Infinity, 0, 0]'), failed],
  ['an origin of texts', volume("origin: ['0', '0', '0']"), failed],
  ['voxels of NaN', volume('data: new Float32Array([NaN])'), '200'],
  ['more bytes than a result may have', volume('shape: [3000, 1000, 10], data: new Uint8Array(3e7)'), failed],
  ['shared memory', volume('data: new Uint8Array(new SharedArrayBuffer(1))'), '200'],
]

export const meshes: readonly HostileFunction[] = (
  [
    ['no vertices', mesh('vertices: undefined'), failed],
    ['a plain list of vertices', mesh('vertices: [0, 0, 0]'), failed],
    ['vertices of doubles', mesh('vertices: new Float64Array(9)'), failed],
    ['a vertex of NaN', mesh('vertices: new Float32Array([0, 0, NaN, 0, 0, 0, 0, 0, 0])'), failed],
    ['an infinite vertex', mesh('vertices: new Float32Array([0, 0, -Infinity, 0, 0, 0, 0, 0, 0])'), failed],
    ['four numbers of vertices', mesh('vertices: new Float32Array(4)'), failed],
    ['an index beyond the vertices', mesh('indices: new Uint32Array([0, 1, 3])'), failed],
    ['the largest index', mesh('indices: new Uint32Array([0, 1, 2 ** 32 - 1])'), failed],
    ['indices with signs', mesh('indices: new Int32Array([0, 1, 2])'), failed],
    ['four indices', mesh('indices: new Uint32Array(4)'), failed],
    ['fewer normals than vertices', mesh('normals: new Float32Array(3)'), failed],
    ['a normal of NaN', mesh('normals: new Float32Array(9).fill(NaN)'), failed],
    ['colors of floats', mesh('colors: new Float32Array(9)'), failed],
    ['no vertices and an index', mesh('vertices: new Float32Array(0)'), failed],
    ['a volume for a mesh', 'return volume()', failed],
  ] as const
).map(([what, body, wanted]) => [what, body, wanted, 'mesh'])

export const others: readonly HostileFunction[] = [
  [
    'an image of no width',
    'return { width: 0, height: 1, channels: 3, data: new Uint8Array(0) }',
    failed,
    'image',
  ],
  [
    'an image of five channels',
    'return { width: 1, height: 1, channels: 5, data: new Uint8Array(5) }',
    failed,
    'image',
  ],
  [
    'an image that is wider than memory',
    'return { width: 2 ** 31, height: 2 ** 31, channels: 4, data: new Uint8Array(4) }',
    failed,
    'image',
  ],
  [
    'an image of floats',
    'return { width: 1, height: 1, channels: 1, data: new Float32Array(1) }',
    failed,
    'image',
  ],
  ['points of doubles', 'return { points: new Float64Array(3) }', failed, 'point_cloud'],
  ['a point of NaN', 'return { points: new Float32Array([NaN, 0, 0]) }', failed, 'point_cloud'],
  [
    'more colors than points',
    'return { points: new Float32Array(3), colors: new Uint8Array(6) }',
    failed,
    'point_cloud',
  ],
  [
    'fewer scalars than points',
    'return { points: new Float32Array(6), scalars: new Float32Array(1) }',
    failed,
    'point_cloud',
  ],
]
