import { BufferAttribute, BufferGeometry, Color, Group, type Object3D, Points, ShaderMaterial } from 'three'
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import type { Vector3 } from '../state/display.ts'
import { drawLines, freeLines, type Segment } from './lines.ts'

/** A line through places, with a dot at each, above everything else. */
export interface Marks {
  readonly object: Object3D
  show(places: readonly Vector3[]): void
  /** Called before each frame. */
  prepareFrame(pixelRatio: number): void
  dispose(): void
}

const color = 0xf59e0b
const lineWidth = 2
/** CSS pixels. */
const diameter = 11
/** After everything that is part of the specimen, transparent things too. */
const lineOrder = 1000

const vertexShader = /* glsl */ `
uniform float diameter;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = diameter;
}`

/** A disc with a white ring, which can be seen on everything. */
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

/** Returns marks, which show nothing yet. */
export function createMarks(): Marks {
  const object = new Group()
  const size = { value: diameter }
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms: { diameter: size, color: { value: new Color(color) } },
    transparent: true,
    depthTest: false,
    depthWrite: false,
  })
  let dots: Points | undefined
  let line: LineSegments2 | undefined
  const add = (drawn: Points | LineSegments2, renderOrder: number) => {
    Object.assign(drawn, { renderOrder, frustumCulled: false })
    object.add(drawn)
  }
  const free = () => {
    object.clear()
    dots?.geometry.dispose()
    if (line) freeLines(line)
    dots = undefined
    line = undefined
  }
  return {
    object,
    show(places) {
      free()
      const segments = places.slice(1).map((place, i): Segment => [places[i] ?? place, place])
      if (segments.length > 0) {
        line = drawLines(segments, { color, width: lineWidth, isHidden: false })
        add(line, lineOrder)
      }
      if (places.length > 0) {
        dots = new Points(new BufferGeometry(), material)
        dots.geometry.setAttribute('position', new BufferAttribute(new Float32Array(places.flat()), 3))
        add(dots, lineOrder + 1)
      }
    },
    prepareFrame(pixelRatio) {
      size.value = pixelRatio * diameter
    },
    dispose() {
      free()
      material.dispose()
    },
  }
}
