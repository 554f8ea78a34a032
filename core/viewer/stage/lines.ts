/** Lines wider than the one pixel of WebGL. Those of three's addons add 5 KB to the page. */
import {
  Color,
  DoubleSide,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
} from 'three'
import type { Vector3 } from '../../contract/look/display.ts'
import { subtract } from '../../contract/look/vectors.ts'
import { measureDrawn } from './drawn-size.ts'

/** A line from one place to another. */
export type Segment = readonly [from: Vector3, to: Vector3]

/** Places behind the eye have none on the screen: a line is cut off just before the eye. */
export const cutShader = /* glsl */ `
vec4 cut(vec4 inner, vec4 outer) {
  if (projectionMatrix[2][3] == 0.0) return inner;
  float near = -projectionMatrix[3][2] / (1.0 - projectionMatrix[2][2]);
  if (inner.z <= near || outer.z >= near) return inner;
  return mix(inner, outer, (inner.z - near) / (inner.z - outer.z));
}`

const vertexShader = /* glsl */ `
attribute vec3 from;
attribute vec3 to;
uniform vec2 size;
uniform float width;
${cutShader}

void main() {
  vec4 start = modelViewMatrix * vec4(from, 1.0);
  vec4 end = modelViewMatrix * vec4(to, 1.0);
  vec4 first = projectionMatrix * cut(start, end);
  vec4 last = projectionMatrix * cut(end, start);
  vec2 along = (last.xy / last.w - first.xy / first.w) * size;
  vec2 beside = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0);
  gl_Position = mix(first, last, position.x);
  gl_Position.xy += beside * position.y * width / size * gl_Position.w;
}`

const fragmentShader = /* glsl */ `
uniform vec3 color;
uniform float opacity;
void main() {
  gl_FragColor = vec4(color, opacity);
  #include <colorspace_fragment>
}`

/** Lines of a width in pixels. */
export interface FlatLines {
  readonly object: Mesh<InstancedBufferGeometry, ShaderMaterial>
  show(segments: readonly Segment[]): void
  setHidden(isBehind: boolean): void
  dispose(): void
}

/** The style of lines. */
export interface LineStyle {
  /** sRGB, 0xrrggbb. */
  readonly color: number
  /** CSS pixels. */
  readonly width: number
  /** True of lines hidden by what stands before them; others are above everything else. */
  readonly isHidden: boolean
  /** Of lines above everything else; 1 if left out. */
  readonly opacity?: number
}

/** Returns lines of one style, none at first. */
export function createLines({ color, width, isHidden, opacity = 1 }: LineStyle): FlatLines {
  const uniforms = {
    size: { value: new Vector2() },
    width: { value: 0 },
    color: { value: new Color(color) },
    opacity: { value: opacity },
  }
  const material = new ShaderMaterial({ vertexShader, fragmentShader, uniforms, side: DoubleSide })
  const setHidden = (isBehind: boolean): void => {
    Object.assign(material, { depthTest: isBehind, depthWrite: isBehind, transparent: !isBehind })
  }
  setHidden(isHidden)
  // The wider of two lines in the same place wins, such as an axis on an edge of the box.
  Object.assign(material, { polygonOffset: true, polygonOffsetFactor: -width })
  const object = new Mesh(placeLines([]), material)
  object.frustumCulled = false
  object.visible = false
  object.onBeforeRender = (renderer) => {
    uniforms.width.value = width * measureDrawn(renderer, uniforms.size.value)
  }
  return {
    object,
    show(segments: readonly Segment[]) {
      const start = segments[0]?.[0] ?? [0, 0, 0]
      object.position.set(...start) // float32 has too few digits far from the origin
      object.geometry.dispose()
      object.geometry = placeLines(segments.map(([from, to]) => [subtract(from, start), subtract(to, start)]))
      object.visible = segments.length > 0
    },
    setHidden,
    dispose() {
      object.geometry.dispose()
      material.dispose()
    },
  }
}

function placeLines(segments: readonly Segment[]): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry()
  // The ends (x: 0 and 1) and sides (y) of each line.
  geometry.setAttribute('position', new Float32BufferAttribute([0, -1, 0, 1, -1, 0, 0, 1, 0, 1, 1, 0], 3))
  geometry.setIndex([0, 1, 2, 2, 1, 3])
  const ends = (end: 0 | 1) =>
    new InstancedBufferAttribute(new Float32Array(segments.flatMap((segment) => segment[end])), 3)
  geometry.setAttribute('from', ends(0))
  geometry.setAttribute('to', ends(1))
  return geometry
}
