import type { Dtype } from '../../contract/domain/result/elements.ts'

/** Returns a view on the bytes for reading numbers. */
export function toView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** Reads one number of each element type. */
export const numberReaders: {
  readonly [type in Dtype]: (view: DataView, at: number, isLittle: boolean) => number
} = {
  int8: (view, at) => view.getInt8(at),
  uint8: (view, at) => view.getUint8(at),
  int16: (view, at, isLittle) => view.getInt16(at, isLittle),
  uint16: (view, at, isLittle) => view.getUint16(at, isLittle),
  int32: (view, at, isLittle) => view.getInt32(at, isLittle),
  uint32: (view, at, isLittle) => view.getUint32(at, isLittle),
  float32: (view, at, isLittle) => view.getFloat32(at, isLittle),
  float64: (view, at, isLittle) => view.getFloat64(at, isLittle),
}
