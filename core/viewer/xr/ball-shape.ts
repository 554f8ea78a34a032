import {
  Color,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
} from 'three'

const [rings, sides] = [10, 16]

const vertexShader = /* glsl */ `
attribute vec4 ball; // middle and radius
uniform float halfLength;
varying vec3 vNormal;
void main() {
  vNormal = normalMatrix * position;
  vec3 at = ball.xyz + ball.w * position + vec3(0.0, 0.0, halfLength * sign(position.z));
  gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
}`

const fragmentShader = /* glsl */ `
uniform vec3 color;
varying vec3 vNormal;
void main() {
  float lit = 0.4 + 0.6 * max(0.0, dot(normalize(vNormal), vec3(-0.3, 0.64, 0.7)));
  gl_FragColor = vec4(color * lit, 1.0);
  #include <colorspace_fragment>
}`

/** Balls of one colour in one drawing, lit from above. */
export interface Balls {
  readonly object: Mesh
  /** Middle and radius of each, x, y, z, r; followed by {@link Balls.change}. */
  readonly places: Float32Array
  change(): void
  dispose(): void
}

/**
 * Returns balls of radius 0. A length makes capsules along z of them. Geometries, materials and lights of
 * three would add 2 KB to every page with a picture, as its script is one.
 */
export function createBalls(count: number, color: number, length = 0): Balls {
  const geometry = new InstancedBufferGeometry()
  const corners: number[] = []
  const indices: number[] = []
  for (let ring = 0; ring <= rings; ring++)
    for (let side = 0; side < sides; side++) {
      const [up, around] = [(Math.PI * ring) / rings, (2 * Math.PI * side) / sides]
      corners.push(Math.sin(up) * Math.cos(around), Math.sin(up) * Math.sin(around), Math.cos(up))
      if (ring === rings) continue
      const [here, next] = [ring * sides + side, ring * sides + ((side + 1) % sides)]
      indices.push(here, here + sides, next, next, here + sides, next + sides)
    }
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3)).setIndex(indices)
  const attribute = new InstancedBufferAttribute(new Float32Array(4 * count), 4)
  geometry.setAttribute('ball', attribute)
  geometry.instanceCount = count
  const uniforms = { color: { value: new Color(color) }, halfLength: { value: length / 2 } }
  const material = new ShaderMaterial({ vertexShader, fragmentShader, uniforms })
  const object = new Mesh(geometry, material)
  object.frustumCulled = false
  return {
    object,
    places: attribute.array as Float32Array, // which was given to it
    change() {
      attribute.needsUpdate = true
    },
    dispose() {
      geometry.dispose()
      material.dispose()
    },
  }
}
