/**
 * The rules of OME-Zarr 0.5 for the metadata of an image, and of Zarr 3 for its arrays, as far as a store here
 * can break them: written anew from the texts of both specifications.
 */
import { expect } from 'vitest'
import type { Body } from './api.ts'

const types = ['space', 'time', 'channel']
const isNumbers = (value: unknown, length: number): boolean =>
  Array.isArray(value) && value.length === length && value.every((each) => Number.isFinite(each))

/** Expects the attributes of a group to be those of an image with arrays of these shapes, the finest first. */
export function expectOmeImage({ ome }: Body, shapes: readonly (readonly number[])[]): void {
  expect(ome.version).toBe('0.5')
  expect(ome.multiscales).toHaveLength(1)
  const [{ axes, datasets, name, type, metadata }] = ome.multiscales
  expect([typeof name, typeof type, typeof metadata]).toEqual(['string', 'string', 'object'])
  const spaces = axes.filter((axis: Body) => axis.type === 'space')
  expect([2, 3]).toContain(spaces.length)
  expect(axes.slice(-spaces.length)).toEqual(spaces) // those of space come last
  expect(axes.every((axis: Body) => types.includes(axis.type))).toBe(true)
  expect(new Set(axes.map((axis: Body) => axis.name)).size).toBe(axes.length)
  expect(datasets.map(({ path }: Body) => path)).toEqual(shapes.map((_, level) => String(level)))
  const sizes = shapes.map((shape) => shape.reduce((product, extent) => product * extent, 1))
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  for (const { coordinateTransformations } of datasets) {
    const [first, second, ...more] = coordinateTransformations
    expect([first.type, second.type, more.length]).toEqual(['scale', 'translation', 0])
    expect(isNumbers(first.scale, axes.length) && isNumbers(second.translation, axes.length)).toBe(true)
  }
  for (const { color, window, label, active } of ome.omero?.channels ?? []) {
    expect(color).toMatch(/^[0-9A-F]{6}$/)
    expect(isNumbers([window.start, window.end, window.min, window.max], 4)).toBe(true)
    expect([typeof label, typeof active]).toEqual(['string', 'boolean'])
  }
}

/** Expects a document to be that of an array of Zarr 3, of chunks of at most a mebibyte. */
export function expectArray(document: Body, sampleBytes: number): void {
  const { zarr_format, node_type, shape, chunk_grid, chunk_key_encoding, codecs, dimension_names } = document
  expect([zarr_format, node_type]).toEqual([3, 'array'])
  const { chunk_shape } = chunk_grid.configuration
  expect(isNumbers(chunk_shape, shape.length) && chunk_shape.every((extent: number) => extent > 0)).toBe(true)
  const bytes = chunk_shape.reduce((product: number, extent: number) => product * extent, sampleBytes)
  expect(bytes).toBeLessThanOrEqual(2 ** 20)
  expect([chunk_grid.name, chunk_key_encoding.name]).toEqual(['regular', 'default'])
  expect(codecs).toEqual([{ name: 'bytes', configuration: { endian: 'little' } }])
  expect(dimension_names).toHaveLength(shape.length)
}
