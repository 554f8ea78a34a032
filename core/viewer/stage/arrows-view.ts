import { BufferAttribute, InstancedBufferAttribute, InstancedBufferGeometry, Mesh } from 'three'
import { shapeArrow, toArrowHead } from '../../contract/look/arrow-shape.ts'
import type { HalfSpace } from '../../contract/look/clip.ts'
import { chooseColormap } from '../../contract/look/colormaps.ts'
import type { PreparedArrows } from '../../data/prepared/prepared.ts'
import { enclose } from './fill-geometry.ts'
import { chooseColors, createMeshMaterial } from './mesh-material.ts'
import { pickBeside } from './pick-beside.ts'
import { pickArrows } from './pick-segments.ts'
import type { ResultView } from './view.ts'

const declarations = /* glsl */ `
attribute float end;
attribute vec3 tail;
attribute vec3 vector;
uniform float head;
uniform float share;
`
/** The directions beside the axis are those of `standOn`. The factor keeps squares in the range of floats. */
const placing = /* glsl */ `
  float most = max(max(abs(vector.x), abs(vector.y)), max(abs(vector.z), 1e-37));
  float reach = most * length(vector / most);
  vec3 axis = reach > 0.0 ? vector / most / length(vector / most) : vec3(0.0, 0.0, 1.0);
  float side = axis.z < 0.0 ? -1.0 : 1.0;
  float a = -1.0 / (side + axis.z);
  float b = axis.x * axis.y * a;
  vec3 beside = vec3(1.0 + side * axis.x * axis.x * a, side * b, -side * axis.x);
  mat3 turn = mat3(beside, vec3(b, side + axis.y * axis.y * a, -axis.y), axis);
  vec3 place = tail + turn * (position * min(head, share * reach)) + end * vector;
  vec3 outward = turn * normal;
`

/** Creates the view of arrows: the card draws one shape for each of them. */
export function createArrowsView(prepared: PreparedArrows): ResultView {
  const { result, bounds, centre, positions, vectors, colors, scalars, range, usualLength } = prepared
  const count = vectors.length / 3
  const shape = shapeArrow(count)
  const geometry = new InstancedBufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(shape.places, 3))
  geometry.setAttribute('normal', new BufferAttribute(shape.normals, 3))
  geometry.setAttribute('end', new BufferAttribute(shape.ends, 1))
  geometry.setIndex(new BufferAttribute(shape.indices, 1))
  geometry.instanceCount = count
  geometry.boundingSphere = enclose(bounds, centre)
  const parts = [
    { name: 'tail', array: positions, itemSize: 3 },
    { name: 'vector', array: vectors, itemSize: 3 },
    ...(colors ? [{ name: 'color', array: colors, itemSize: 3 }] : []),
    ...(scalars ? [{ name: 'scalar', array: scalars, itemSize: 1 }] : []),
  ]
  for (const { name, array, itemSize } of parts)
    geometry.setAttribute(name, new InstancedBufferAttribute(array, itemSize, array instanceof Uint8Array))
  const uniforms = { head: { value: 1 }, share: { value: 1 } }
  const { material, ...surface } = createMeshMaterial({
    isOuterFront: true,
    placing: { declarations, placing, uniforms },
  })
  const object = new Mesh(geometry, material)
  object.frustumCulled = false
  object.position.set(...centre)
  let kept: readonly HalfSpace[] = []
  return {
    object,
    bounds,
    projection: 'chosen',
    byteLength: parts.reduce((sum, { array }) => sum + array.byteLength, 0),
    apply(display) {
      const { length, share } = toArrowHead(usualLength, display)
      uniforms.head.value = length
      uniforms.share.value = share
      const colormap = chooseColormap(display.colormap, result)
      surface.apply({ ...display, colormap }, chooseColors(display, result), range ?? [0, 1])
    },
    clip(next, planes) {
      kept = next
      material.clippingPlanes = [...planes]
    },
    prepareFrame() {},
    pick(ray, tolerance) {
      const radius = uniforms.head.value / 9
      return pickBeside(result.offset, { ray, kept }, (near, spaces) =>
        pickArrows(prepared, near, { tolerance, radius }, spaces),
      )
    },
    dispose() {
      geometry.dispose()
      surface.dispose()
    },
  }
}
