import { BufferAttribute, BufferGeometry, Color, Group, Points, ShaderMaterial, Vector2 } from 'three'
import type { Vector3 } from '../../contract/look/display.ts'
import { subtract } from '../../contract/look/vectors.ts'
import { measureDrawn } from './drawn-size.ts'
import { createLines, type Segment } from './lines.ts'

const color = 0xf59e0b
const lineWidth = 2
/** Diameter in CSS pixels. */
const diameter = 11
const lineOrder = 1000

const vertexShader = /* glsl */ `
uniform float diameter;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = diameter;
}`

const fragmentShader = /* glsl */ `
uniform float diameter;
uniform vec3 color;
void main() {
  float pixel = 2.0 / diameter;
  float away = length(2.0 * gl_PointCoord - 1.0);
  float alpha = 1.0 - smoothstep(1.0 - 1.5 * pixel, 1.0, away);
  gl_FragColor = vec4(mix(color, vec3(1.0), smoothstep(0.55, 0.55 + 1.5 * pixel, away)), alpha);
  #include <colorspace_fragment>
}`

/** Marks at places of the specimen. */
export interface Marks {
  readonly object: Group
  show(places: readonly Vector3[]): void
  dispose(): void
}

/** Returns a line through places, with a dot at each, above everything else; without places at first. */
export function createMarks(): Marks {
  const size = { value: diameter }
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: { diameter: size, color: { value: new Color(color) } },
    transparent: true,
    depthTest: false,
    depthWrite: false,
  })
  const line = createLines({ color, width: lineWidth, isHidden: false })
  const dots = new Points(new BufferGeometry(), material)
  const viewport = new Vector2()
  dots.onBeforeRender = (renderer) => {
    size.value = diameter * measureDrawn(renderer, viewport)
  }
  const object = new Group()
  object.add(line.object, dots)
  Object.assign(line.object, { renderOrder: lineOrder })
  Object.assign(dots, { renderOrder: lineOrder + 1, frustumCulled: false, visible: false })
  return {
    object,
    show(places: readonly Vector3[]) {
      line.show(places.slice(1).map((place, i): Segment => [places[i] ?? place, place]))
      const start = places[0] ?? [0, 0, 0]
      const near = places.flatMap((place) => subtract(place, start))
      dots.position.set(...start)
      dots.geometry.dispose()
      dots.geometry = new BufferGeometry()
      dots.geometry.setAttribute('position', new BufferAttribute(new Float32Array(near), 3))
      dots.visible = places.length > 0
    },
    dispose() {
      line.dispose()
      dots.geometry.dispose()
      material.dispose()
    },
  }
}
