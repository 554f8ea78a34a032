/**
 * Envelopes written by hand with Buffer, and what they must decode to; nothing here comes from the host's
 * encoder.
 */

/** The media type of the interface. */
export const envelopeType = 'application/x-service-envelope-v1'

/** Returns an envelope: the preamble's length, the preamble, the blocks. */
export function joinEnvelope(preamble: object, ...blocks: readonly Buffer[]): Buffer {
  const text = Buffer.from(JSON.stringify(preamble))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, ...blocks])
}

/** Returns numbers as little-endian float32. */
export function toFloats(...values: readonly number[]): Buffer {
  const block = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => {
    block.writeFloatLE(value, i * 4)
  })
  return block
}

/** Returns numbers as little-endian uint32. */
export function toIntegers(...values: readonly number[]): Buffer {
  const block = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => {
    block.writeUInt32LE(value, i * 4)
  })
  return block
}

const meshFields = { vertex_dtype: 'float32', index_dtype: 'uint32', normal_dtype: 'float32' }

/** One triangle, without normals. */
export const triangle = {
  bytes: joinEnvelope(
    { type: 'mesh', vertex_count: 3, index_count: 3, normal_count: 0, ...meshFields },
    toFloats(0, 0, 0, 1.5, 0, 0, 0, -2, 0.1),
    toIntegers(0, 1, 2),
  ),
  json: { type: 'mesh', vertices: [0, 0, 0, 1.5, 0, 0, 0, -2, 0.1], indices: [0, 1, 2] },
  result: {
    type: 'mesh',
    vertices: new Float32Array([0, 0, 0, 1.5, 0, 0, 0, -2, 0.1]),
    indices: new Uint32Array([0, 1, 2]),
  },
}

/** Envelopes of the other three types. */
export const others = [
  {
    bytes: joinEnvelope(
      { type: 'volume', shape: [1, 2, 2], dtype: 'uint8', spacing: [3, 2, 1], origin: [0, 0, -1] },
      Buffer.from([1, 2, 3, 255]),
    ),
    result: {
      type: 'volume',
      shape: [1, 2, 2],
      dtype: 'uint8',
      data: new Uint8Array([1, 2, 3, 255]),
      spacing: [3, 2, 1],
      origin: [0, 0, -1],
    },
  },
  {
    bytes: joinEnvelope(
      {
        type: 'point_cloud',
        point_count: 1,
        point_dtype: 'float32',
        color_count: 1,
        color_dtype: 'uint8',
        scalar_count: 0,
        scalar_dtype: 'float32',
      },
      toFloats(1, 2, 3),
      Buffer.from([255, 0, 9]),
    ),
    result: { type: 'point_cloud', points: new Float32Array([1, 2, 3]), colors: new Uint8Array([255, 0, 9]) },
  },
  {
    bytes: joinEnvelope(
      { type: 'image', width: 1, height: 2, channels: 1, dtype: 'uint16' },
      Buffer.from([1, 0, 0, 1]),
    ),
    result: {
      type: 'image',
      width: 1,
      height: 2,
      channels: 1,
      dtype: 'uint16',
      data: new Uint16Array([1, 256]),
    },
  },
]
