import type { Object3D, Vector3 } from 'three'
import { toShownText } from '../../contract/text/visible-text.ts'
import { CanvasPlane } from './canvas-plane.ts'

/** Pixels of a sign, whose words are in the middle of it. */
const [columns, rows] = [512, 80]
const [font, bar, margin] = ['600 44px system-ui, sans-serif', 10, 18]
const [ground, ink] = ['rgb(20 22 27 / 86%)', '#eceef1']
/** The way of a sign towards the eyes, in heights of it. */
const nearer = 2
/** The height of a sign as an angle, in radians, and its limits in metres: a name is read at any distance. */
const [angle, lowest, highest] = [0.042, 0.02, 0.5]

/** Nothing around the sign hides what is behind it. */
const fragmentShader = /* glsl */ `
uniform sampler2D map;
varying vec2 vUv;
void main() {
  gl_FragColor = texture2D(map, vUv);
  if (gl_FragColor.a < 0.02) discard;
}`

/** A sign with a name in the room, which faces the eyes. */
export class NameSign {
  readonly #plane: CanvasPlane
  #drawn = ''

  /** One `isOnTop` is hidden by nothing that is drawn before. */
  constructor(parent: Object3D, { isOnTop = false }: { readonly isOnTop?: boolean } = {}) {
    const size = { pixels: [columns, rows], metres: [columns / rows, 1] } as const
    this.#plane = new CanvasPlane(size, { fragmentShader, depthTest: !isOnTop })
    // After the picture, also one that is seen through.
    this.#plane.mesh.renderOrder = isOnTop ? 2000 : 1
    parent.add(this.#plane.mesh)
  }

  /** Writes a text, with what hides or turns it made visible, beside a bar of a colour. */
  say(text: string, color: string): void {
    const key = `${color} ${text}`
    if (key === this.#drawn) return
    this.#drawn = key
    const shown = toShownText(text)
    const { context } = this.#plane
    context.clearRect(0, 0, columns, rows)
    context.font = font
    context.textBaseline = 'middle'
    const width = Math.min(columns, context.measureText(shown).width + 2 * margin + bar)
    const left = (columns - width) / 2
    context.fillStyle = ground
    context.beginPath()
    context.roundRect(left, 0, width, rows, 12)
    context.fill()
    context.save()
    context.clip()
    context.fillStyle = color
    context.fillRect(left, 0, bar, rows)
    context.restore()
    context.fillStyle = ink
    context.fillText(shown, left + bar + margin, rows / 2 + 2, width - 2 * margin - bar)
    this.#plane.update()
  }

  /**
   * Stands above a place at so many metres, upright, and nearer to the eyes than that, as the surface of a
   * specimen there would cut it.
   */
  stand(place: Vector3, above: number, eyes: Vector3): void {
    const { mesh } = this.#plane
    const { position, scale } = mesh
    const distance = place.distanceTo(eyes)
    const height = Math.min(highest, Math.max(lowest, angle * distance))
    position.copy(place)
    position.y += above + 0.75 * height
    position.lerp(eyes, Math.min(0.5, (nearer * height) / distance))
    scale.setScalar(height)
    mesh.lookAt(eyes)
    mesh.visible = true
  }

  hide(): void {
    this.#plane.mesh.visible = false
  }

  dispose(): void {
    this.#plane.dispose()
  }
}
