import {
  LinearMipmapLinearFilter,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  type ShaderMaterialParameters,
  Texture,
} from 'three'

/** Draws a plane with the places of a picture on it. */
export const planeVertexShader = /* glsl */ `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`

/** A canvas has sRGB, as what is drawn: nothing is converted. */
const fragmentShader = /* glsl */ `
uniform sampler2D map;
varying vec2 vUv;
void main() {
  gl_FragColor = texture2D(map, vUv);
}`

/** The size of a canvas in pixels, and that of the plane which shows it. */
export interface CanvasPlaneSize {
  readonly pixels: readonly [columns: number, rows: number]
  readonly metres: readonly [width: number, height: number]
}

/** A plane in the room that shows a canvas. */
export class CanvasPlane {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>
  readonly context: OffscreenCanvasRenderingContext2D
  readonly #texture: Texture<OffscreenCanvas>

  /** `material` is beside what shows the canvas, which is the uniform `map`. */
  constructor({ pixels, metres }: CanvasPlaneSize, material: ShaderMaterialParameters = {}) {
    const canvas = new OffscreenCanvas(...pixels)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('The browser gives no canvas to write on.')
    this.context = context
    this.#texture = new Texture(canvas)
    this.#texture.minFilter = LinearMipmapLinearFilter
    this.#texture.anisotropy = 8
    const uniforms = { map: { value: this.#texture } }
    const shown = new ShaderMaterial({
      vertexShader: planeVertexShader,
      fragmentShader,
      uniforms,
      transparent: true,
      ...material,
    })
    this.mesh = new Mesh(new PlaneGeometry(...metres), shown)
  }

  /** Shows what has been drawn. */
  update(): void {
    this.#texture.needsUpdate = true
  }

  dispose(): void {
    this.mesh.removeFromParent()
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
    this.#texture.dispose()
  }
}
