import { describe, expect, it } from 'vitest'
import { moveAlong, moveByKey, moveTo } from '../../../core/viewer/slices/crosshair.ts'
import { listPlanes, type SlicePlane } from '../../../core/viewer/slices/slice-plane.ts'

const [xy, xz, yz] = listPlanes('', 'neurological') as readonly [SlicePlane, SlicePlane, SlicePlane] // there are three
const size = [10, 20, 4] as const
const middle = [0.5, 0.5, 0.5] as const
const press = (plane: SlicePlane, key: string, isFast = false) =>
  moveByKey({ key, isFast }, plane, [0.45, 0.475, 0.375], size)

describe('the crosshair', () => {
  it('goes to where a pointer is, rows upwards, and stays at its depth', () => {
    expect(moveTo(xy, middle, { spot: [0.2, 0.9], zoom: null })).toEqual([0.2, 0.9, 0.5])
    expect(moveTo(xz, middle, { spot: [0.2, 0.9], zoom: null })).toEqual([0.2, 0.5, 0.9])
    expect(moveTo(yz, middle, { spot: [0.2, 0.9], zoom: null })).toEqual([0.5, 0.2, 0.9])
  })

  it('does not leave the box when the pointer does', () => {
    expect(moveTo(xy, middle, { spot: [-3, -0.5], zoom: null })).toEqual([0, 0, 0.5])
  })

  it('goes by samples with the arrows, within the slice', () => {
    expect(press(xy, 'ArrowRight')).toEqual([0.55, 0.475, 0.375])
    expect(press(xy, 'ArrowUp')).toEqual([0.45, 0.525, 0.375])
    expect(press(yz, 'ArrowLeft')).toEqual([0.45, 0.425, 0.375])
    expect(press(yz, 'ArrowDown')).toEqual([0.45, 0.475, 0.125])
  })

  it('goes with a pointer and with arrows as the picture shows it, also where axes are reversed', () => {
    const [axial, coronal] = listPlanes('LPS', 'neurological') as readonly [SlicePlane, SlicePlane]
    expect(moveTo(axial, middle, { spot: [0.2, 0.9], zoom: null })).toEqual([0.8, 1 - 0.9, 0.5])
    expect(press(axial, 'ArrowRight')).toEqual([0.35, 0.475, 0.375])
    expect(press(axial, 'ArrowUp')).toEqual([0.45, 0.425, 0.375])
    expect(press(coronal, 'ArrowUp')).toEqual([0.45, 0.475, 0.625])
  })

  it('is under a pointer in what the zoom shows', () => {
    expect(moveTo(xy, middle, { spot: [0.5, 1], zoom: [4, 0.5, 0.25, 0.5] })).toEqual([0.5, 0.375, 0.5])
  })

  it('goes through the volume with page up and down, and to its ends', () => {
    expect(press(xz, 'PageUp')).toEqual([0.45, 0.525, 0.375])
    expect(press(xy, 'Home')).toEqual([0.45, 0.475, 0.125])
    expect(press(xy, 'End')).toEqual([0.45, 0.475, 0.875])
  })

  it('goes ten samples with Shift, as far as there are any', () => {
    expect(press(yz, 'ArrowRight', true)).toEqual([0.45, 0.975, 0.375])
    expect(press(xy, 'ArrowRight', true)).toEqual([0.95, 0.475, 0.375])
  })

  it('ignores other keys', () => {
    expect(press(xy, 'Tab')).toBeNull()
    expect(press(xy, 'constructor')).toBeNull()
  })

  it('comes to the middle of a sample', () => {
    expect(moveAlong([0.01, 0.5, 0.5], size, 0, 0)).toEqual([0.05, 0.5, 0.5])
    expect(moveAlong([1, 0.5, 0.5], size, 0, 5)).toEqual([0.95, 0.5, 0.5])
  })
})
