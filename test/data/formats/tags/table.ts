import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import type { TagSample, TagSamples } from './sample.ts'

const from = 'the cells of the text, by hand'
const points = new Float32Array([1.5, 2, 3, 4, 5, 6])
const cloud = { type: 'point_cloud', points }

function toSample(
  text: string | Uint8Array,
  more: object = {},
  without = 'x,y,z\n1.5,2,3\n4,5,6\n',
): TagSample {
  return {
    name: 'a.csv',
    from,
    bytes: () => toBytes(text),
    check: (result: Result) => expect(result).toEqual({ ...cloud, ...more }),
    without: () => toBytes(without),
  }
}

const colors = new Uint8Array([255, 0, 1, 9, 8, 7])

/** By hand. */
export const tableSamples: TagSamples = {
  'byte order mark': toSample('\xef\xbb\xbf1.5 2 3\n4 5 6\n'),
  'UTF-16': {
    name: 'a.csv',
    from: 'The Unicode Standard, 2.6',
    bytes: () => new Uint8Array(Buffer.from('\ufeffx,y,z\n1,2,3\n', 'utf16le')),
  },
  'Windows-1252': toSample('x [\xb5m],y [\xb5m],z [\xb5m]\n1.5,2,3\n4,5,6\n', { unit: 'µm' }),
  'sep=': toSample('sep=|\nx|y|z\n1,5|2|3\n4|5|6\n'),
  '# and //': toSample('# a survey\nx,y,z\n1.5,2,3\n// more\n4,5,6\n'),
  '// X Y Z': toSample('//X Y Z\n1.5 2 3\n4 5 6\n'),
  'x y z': toSample('Z;X;Y\n3;1,5;2\n6;4;5\n'),
  'x [m]': toSample('x (m),y [m],z [m]\n1.5,2,3\n4,5,6\n', { unit: 'm' }),
  'r g b': toSample('x,y,z,R,G,B\n1.5,2,3,1.0,0.0,0.5\n4,5,6,0.0,1.0,1.0\n', {
    colors: new Uint8Array([255, 0, 128, 0, 255, 255]),
  }),
  'r g b outside': toSample('x,y,z,r,g,b\n1.5,2,3,1,2,-3\n4,5,6,,0,0\n'),
  'number of points': toSample('2\n1.5 2 3\n4 5 6\n'),
  alpha: toSample('x,y,z,r,g,b,a\n1.5,2,3,255,0,1,9\n4,5,6,9,8,7,9\n', { colors }),
  'nx ny nz': toSample('x y z nx ny nz\n1.5 2 3 0 0 1\n4 5 6 1 0 0\n'),
  value: toSample('x,y,z,heat [K]\n1.5,2,3,20.5\n4,5,6,21.5\n', {
    ...{ scalars: new Float32Array([20.5, 21.5]), valueName: 'heat', valueUnit: 'K' },
  }),
  'further values': toSample('x,y,z,heat,age\n1.5,2,3,20.5,1\n4,5,6,21.5,2\n', {
    ...{ scalars: new Float32Array([20.5, 21.5]), valueName: 'heat' },
  }),
  // The first row has no heat: the column is one of values all the same.
  'value = NaN': toSample('x,y,z,heat\n1.5,2,3,#N/A\n4,5,6,21.5\n'),
  'Unnamed: 0': toSample('Unnamed: 0,x,y,z\n0,1.5,2,3\n1,4,5,6\n'),
  id: toSample('x,y,z,id\n1.5,2,3,7\n4,5,6,8\n'),
  text: toSample('name,x,y,z\nleft,1.5,2,3\nright,4,5,6\n'),
  quotes: toSample('"x","y","z","a ""b"", c"\n"1.5",2,3,"7"\n4,5,6,8\n', {
    ...{ scalars: new Float32Array([7, 8]), valueName: 'a "b", c' },
  }),
  'decimal commas': toSample('x y z\n1,5 2,0 3\n4 5 6\n'),
  'commas before three digits': toSample('x,y,z\n"1,500",2,3\n4,5,6\n'),
  'commas and points': {
    name: 'a.csv',
    from: 'a thousand and a half would be 1.5 or 1000.5',
    bytes: () => toBytes('x;y;z\n1,500;2.5;3\n'),
  },
  'marks at the end': toSample('x,y,z,\n1.5,2,3,\n4,5,6,,\n'),
  'no names: x y z value': toSample('1.5 2 3 7\n4 5 6 8\n', { scalars: new Float32Array([7, 8]) }),
  'no names: x y z r g b': toSample('1.5 2 3 255 0 1\n4 5 6 9 8 7\n', { colors }),
  'no names: x y z nx ny nz': toSample('1.5 2 3 0 0 1\n4 5 6 0.6 0.8 0\n'),
  'no names: x y z i r g b': toSample('1.5 2 3 77 255 0 1\n4 5 6 88 9 8 7\n', {
    ...{ colors, scalars: new Float32Array([77, 88]) },
  }),
  'no names: x y z r g b value': toSample('1.5 2 3 255 0 1 0.5\n4 5 6 9 8 7 -1\n', {
    ...{ colors, scalars: new Float32Array([0.5, -1]) },
  }),
  'no names: others': toSample('1.5 2 3 7 8\n4 5 6 7 8\n'),
  'lon lat': { name: 'a.csv', from, bytes: () => toBytes('lon,lat,height\n8.5,47.3,400\n') },
  'easting northing': {
    name: 'a.csv',
    from,
    bytes: () => toBytes('Easting,Northing,Height\n500000,5400000,400\n'),
  },
}
