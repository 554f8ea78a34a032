import { Mesh, type ShaderMaterial } from 'three'
import { describe, expect, it } from 'vitest'
import { defaultDisplay } from '../../../core/contract/look/display.ts'
import { createGuides } from '../../../core/viewer/stage/guides.ts'

const bounds = { low: [0, 0, 0], high: [30, 40, 50] } as const

/** Returns the colours of the crosshair's lines along the first, second and third axis of a volume. */
function readCross(orientation?: string): (string | undefined)[] {
  const guides = createGuides()
  const boxed = { type: 'volume', bounds, ...(orientation && { orientation }) } as const
  guides.show(boxed, { ...defaultDisplay, axes: false, box: false, slices: [0.5, 0.5, 0.5] })
  const lines = guides.object.children.filter((child) => child instanceof Mesh && child.visible)
  return [0, 1, 2].map((axis) => {
    const along = lines.find(
      (line) => line instanceof Mesh && line.geometry.getAttribute('to').array[axis] === bounds.high[axis],
    )
    // As `createLines` makes them.
    const { uniforms } = (along as Mesh<Mesh['geometry'], ShaderMaterial>).material
    return uniforms.color?.value.getHexString()
  })
}

describe('the crosshair', () => {
  const [red, green, blue] = ['e5484d', '2f9e62', '3b82f6']

  it('has a colour for each axis', () => {
    expect(readCross()).toEqual([red, green, blue])
  })

  it.each([
    ['RAS', [red, green, blue]],
    ['LPI', [red, green, blue]],
    ['PIR', [green, blue, red]],
    ['SLA', [blue, red, green]],
    ['IAR', [blue, green, red]],
  ])('has the colours of the directions of the patient in a file of %s', (orientation, wanted) => {
    expect(readCross(orientation)).toEqual(wanted)
  })
})
