import {
  Float32BufferAttribute,
  GreaterDepth,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type Object3D,
  type Quaternion,
  ShaderMaterial,
  type Vector3,
} from 'three'

const [rings, sides] = [10, 16]
/** Numbers of a rod: its middle, its rotation, its radii with half of its length, and its colour. */
const sizes = { place: 3, turn: 4, size: 4, tint: 3 } as const
/** Rods for which there is a place at first. */
const firstCount = 64

const vertexShader = /* glsl */ `
attribute vec3 place;
attribute vec4 turn;
attribute vec4 size; // radii, and half of the length along z
attribute vec3 tint;
varying vec3 vNormal;
varying vec3 vTint;
vec3 rotate(vec3 along) {
  return along + 2.0 * cross(turn.xyz, cross(turn.xyz, along) + turn.w * along);
}
void main() {
  vNormal = normalMatrix * rotate(position / size.xyz);
  vTint = tint;
  vec3 at = rotate(position * size.xyz + vec3(0.0, 0.0, size.w * sign(position.z))) + place;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
}`

const fragmentShader = /* glsl */ `
uniform float opacity;
varying vec3 vNormal;
varying vec3 vTint;
void main() {
  float lit = 0.45 + 0.55 * max(0.0, dot(normalize(vNormal), vec3(-0.3, 0.64, 0.7)));
  gl_FragColor = vec4(vTint * lit, opacity);
  #include <colorspace_fragment>
}`

/** The opacity of what is seen through the specimen. */
const faint = 0.3

/** The place of a rod in its parent, in the lengths there, and its colour in linear light. */
export interface Rod {
  readonly place: Vector3
  readonly turn: Quaternion
  readonly radii: Vector3
  /** Between the middles of its round ends, along its z. */
  readonly length: number
  readonly color: ArrayLike<number>
}

/**
 * Rods with round ends, and balls without a length, each with a colour of its own: all in one drawing,
 * whatever their number. Each frame draws them again, between {@link Rods.begin} and {@link Rods.end}.
 */
export class Rods {
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>
  /** What stands behind something else, seen through it; null where that hides it. */
  readonly #behind: Mesh<InstancedBufferGeometry, ShaderMaterial> | null
  #numbers: { readonly [name in keyof typeof sizes]: InstancedBufferAttribute }
  #count = 0

  /** Those that are `isSeenThrough` are seen faintly through what stands before them. */
  constructor(parent: Object3D, { isSeenThrough = false }: { readonly isSeenThrough?: boolean } = {}) {
    const shaders = { vertexShader, fragmentShader }
    const material = new ShaderMaterial({ ...shaders, uniforms: { opacity: { value: 1 } } })
    this.#mesh = new Mesh(createBallGeometry(), material)
    this.#mesh.frustumCulled = false
    const uniforms = { opacity: { value: faint } }
    const behind = { transparent: true, depthFunc: GreaterDepth, depthWrite: false, uniforms } as const
    this.#behind = isSeenThrough
      ? new Mesh(this.#mesh.geometry, new ShaderMaterial({ ...shaders, ...behind }))
      : null
    this.#numbers = this.#createNumbers(firstCount)
    parent.add(this.#mesh)
    if (!this.#behind) return
    this.#behind.frustumCulled = false
    this.#behind.renderOrder = 1000 // after what is transparent in the specimen
    parent.add(this.#behind)
  }

  begin(): void {
    this.#count = 0
  }

  /** Draws a rod. */
  add({ place, turn, radii, length, color }: Rod): void {
    if (this.#count === this.#numbers.place.count) this.#grow()
    const at = this.#count++
    const { place: places, turn: turns, size, tint } = this.#numbers
    places.setXYZ(at, place.x, place.y, place.z)
    turns.setXYZW(at, turn.x, turn.y, turn.z, turn.w)
    size.setXYZW(at, radii.x, radii.y, radii.z, length / 2)
    tint.setXYZ(at, color[0] ?? 0, color[1] ?? 0, color[2] ?? 0)
  }

  end(): void {
    this.#mesh.geometry.instanceCount = this.#count
    this.#mesh.visible = this.#count > 0
    if (this.#behind) this.#behind.visible = this.#count > 0
    const { place, turn, size, tint } = this.#numbers
    place.needsUpdate = true
    turn.needsUpdate = true
    size.needsUpdate = true
    tint.needsUpdate = true
  }

  dispose(): void {
    this.#mesh.removeFromParent()
    this.#mesh.geometry.dispose()
    this.#mesh.material.dispose()
    this.#behind?.removeFromParent()
    this.#behind?.material.dispose()
  }

  /** Makes place for twice as many: three makes buffers of a fixed size. */
  #grow(): void {
    const before = this.#numbers
    this.#mesh.geometry.dispose()
    this.#mesh.geometry = createBallGeometry()
    if (this.#behind) this.#behind.geometry = this.#mesh.geometry
    this.#numbers = this.#createNumbers(2 * before.place.count)
    for (const name of ['place', 'turn', 'size', 'tint'] as const)
      this.#numbers[name].array.set(before[name].array)
  }

  #createNumbers(count: number): { readonly [name in keyof typeof sizes]: InstancedBufferAttribute } {
    const create = (name: keyof typeof sizes): InstancedBufferAttribute => {
      const attribute = new InstancedBufferAttribute(new Float32Array(count * sizes[name]), sizes[name])
      this.#mesh.geometry.setAttribute(name, attribute)
      return attribute
    }
    return { place: create('place'), turn: create('turn'), size: create('size'), tint: create('tint') }
  }
}

/** Returns a ball of radius 1, whose halves a rod draws apart; its middle ring is there once for each. */
function createBallGeometry(): InstancedBufferGeometry {
  const corners: number[] = []
  const indices: number[] = []
  const half = rings / 2
  for (let row = 0; row <= rings + 1; row++) {
    const [ring, lift] = row <= half ? [row, 1e-6] : [row - 1, -1e-6]
    const up = (Math.PI * ring) / rings
    for (let side = 0; side < sides; side++) {
      const around = (2 * Math.PI * side) / sides
      const height = ring === half ? lift : Math.cos(up)
      corners.push(Math.sin(up) * Math.cos(around), Math.sin(up) * Math.sin(around), height)
      if (row > rings) continue
      const [here, next] = [row * sides + side, row * sides + ((side + 1) % sides)]
      indices.push(here, here + sides, next, next, here + sides, next + sides)
    }
  }
  const geometry = new InstancedBufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3)).setIndex(indices)
  return geometry
}
