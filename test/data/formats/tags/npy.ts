import { expect } from 'vitest'
import { toBytes } from '../files.ts'
import type { TagSamples } from './sample.ts'

const from = 'numpy.lib.format: the header is a Python literal, padded to 64 bytes'

function toNpy(descr: string, data: ArrayBufferView, more: { shape: string; fortran?: boolean }): Uint8Array {
  const { shape, fortran = false } = more
  const order = fortran ? 'True' : 'False'
  const header = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }`
  return toBytes('\x93NUMPY\x01\x00', new Uint16Array([118]), header.padEnd(117), '\n', data)
}

/** Written by hand after NumPy's text. */
export const npySamples: TagSamples = {
  descr: {
    name: 'a.npy',
    from,
    bytes: () =>
      toNpy('>i2', new Uint8Array([0, 1, 255, 255, 1, 0, 0, 4]), {
        shape: '(2, 2, 1)',
      }),
    check: (result) => expect(result).toMatchObject({ data: new Int16Array([1, -1, 256, 4]) }),
  },
  'descr = ?': {
    name: 'a.npy',
    from,
    bytes: () => toNpy('|b1', new Uint8Array([0, 1]), { shape: '(1, 2)' }),
    check: (result) =>
      expect(result).toMatchObject({
        type: 'image',
        data: new Uint8Array([0, 255]),
      }),
  },
  'descr = e': {
    name: 'a.npy',
    from: 'IEEE 754 binary16: 0x3c00 is 1, 0xc000 is -2',
    bytes: () => toNpy('<f2', new Uint16Array([0x3c00, 0xc000]), { shape: '(1, 1, 2)' }),
    check: (result) => expect(result).toMatchObject({ data: new Float32Array([1, -2]) }),
  },
  'descr = q': {
    name: 'a.npy',
    from,
    bytes: () => toNpy('<i8', new BigInt64Array([-3n, 2n ** 40n]), { shape: '(1, 1, 2)' }),
    check: (result) => expect(result).toMatchObject({ data: new Float64Array([-3, 2 ** 40]) }),
  },
  ...Object.fromEntries(
    (
      [
        ['c', '<c8'],
        ['g', '<f16'],
        ['O', '|O'],
        ['S', '<U4'],
        ['M', '<M8[ns]'],
      ] as const
    ).map(([kind, descr]) => [
      `descr = ${kind}`,
      { name: 'a.npy', from, bytes: () => toNpy(descr, new Uint8Array(16), { shape: '(1, 1, 1)' }) },
    ]),
  ),
  'descr = V': {
    name: 'a.npy',
    from,
    bytes: () =>
      toBytes(
        '\x93NUMPY\x01\x00',
        new Uint16Array([118]),
        "{'descr': [('x', '<f4'), ('y', '<f4')], 'fortran_order': False, 'shape': (1, 1), }".padEnd(117),
        '\n',
        new Uint8Array(8),
      ),
  },
  'shape = (n,)': { name: 'a.npy', from, bytes: () => toNpy('|u1', new Uint8Array(2), { shape: '(2,)' }) },
  'shape = (…, 3) of uint8': {
    name: 'a.npy',
    from,
    bytes: () => toNpy('|u1', new Uint8Array(12), { shape: '(1, 2, 2, 3)' }),
  },
  fortran_order: {
    name: 'a.npy',
    from: 'numpy.asfortranarray([[[0, 1], [2, 3]]]) has 0, 2, 1, 3 in memory',
    bytes: () =>
      toNpy('|i1', new Int8Array([0, 2, 1, 3]), {
        shape: '(1, 2, 2)',
        fortran: true,
      }),
    check: (result) =>
      expect(result).toMatchObject({
        shape: [1, 2, 2],
        data: new Int8Array([0, 1, 2, 3]),
      }),
  },
  shape: {
    name: 'a.npy',
    from,
    bytes: () => toNpy('|i1', new Int8Array(6), { shape: '(1, 2, 3)' }),
    check: (result) => expect(result).toMatchObject({ shape: [1, 2, 3] }),
  },
}
