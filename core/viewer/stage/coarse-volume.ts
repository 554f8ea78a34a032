import {
  BackSide,
  type Camera,
  DepthTexture,
  GLSL3,
  type Mesh,
  RawShaderMaterial,
  type Scene,
  type Texture,
  type Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'

/** The part of an eye's pixels along each side: a third of all. */
const part = 1 / Math.sqrt(3)

const vertexShader = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
out vec4 clip;

void main() {
  clip = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_Position = clip;
}
`

/**
 * Puts the coarse picture of a volume over its box, with the depth of the nearest of the four pixels around:
 * a mean would be that of no content. What is before the volume stays sharp.
 */
const fragmentShader = /* glsl */ `
precision highp float;
precision highp sampler2D;
uniform sampler2D picture; // opacity multiplied in, also where nothing is: edges do not darken
uniform sampler2D depths;
in vec4 clip;
out vec4 color;

void main() {
  vec2 at = clip.xy / clip.w * 0.5 + 0.5;
  color = texture(picture, at);
  if (color.a < 0.004) discard;
  ivec2 last = textureSize(depths, 0) - 1;
  ivec2 low = ivec2(floor(at * vec2(last + 1) - 0.5));
  float depth = 1.0;
  for (int i = 0; i < 4; i++)
    depth = min(depth, texelFetch(depths, clamp(low + ivec2(i & 1, i >> 1), ivec2(0), last), 0).r);
  gl_FragDepth = depth;
}
`

/**
 * Draws scenes for the eyes of a headset, in which a volume has a third of the pixels of all else. Targets
 * are made for the first volume, and follow the size of an eye; nothing else is allocated in a frame.
 */
export class CoarseVolume {
  readonly #renderer: WebGLRenderer
  /** One for each eye. */
  readonly #targets: WebGLRenderTarget[] = []
  readonly #uniforms = {
    picture: { value: null as Texture | null }, // of the eye that is drawn
    depths: { value: null as Texture | null },
  }
  readonly #sheet: RawShaderMaterial

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer
    this.#sheet = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: this.#uniforms,
      side: BackSide,
      transparent: true,
      premultipliedAlpha: true,
    })
    this.#sheet.onBeforeRender = (_renderer, _scene, camera) => this.#choose(camera)
  }

  /** Draws a scene whose matrices are those of this frame. `box` is its volume, null for none. */
  render(scene: Scene, camera: Camera, box: Mesh | null): void {
    if (!box) {
      this.#renderer.render(scene, camera)
      return
    }
    this.#march(box)
    const { material } = box
    box.material = this.#sheet
    try {
      this.#renderer.render(scene, camera)
    } finally {
      box.material = material
    }
  }

  dispose(): void {
    for (const target of this.#targets) target.dispose()
    this.#sheet.dispose()
  }

  /** Draws the volume for each eye before the frame begins: cards draw tiles, and would store them twice. */
  #march(box: Mesh): void {
    const { xr } = this.#renderer
    const frame = this.#renderer.getRenderTarget()
    const { cameras } = xr.getCamera()
    xr.enabled = false // else three draws both eyes
    for (let eye = 0; eye < cameras.length; eye++) {
      const camera = cameras[eye]
      if (!camera) continue
      this.#renderer.setRenderTarget(this.#findTarget(eye, camera.viewport))
      this.#renderer.render(box, camera)
    }
    xr.enabled = true
    this.#renderer.setRenderTarget(frame)
  }

  /** An eye is a pixel wide until a headset has drawn its first frame. */
  #findTarget(eye: number, viewport: Vector4 | undefined): WebGLRenderTarget {
    const width = Math.max(1, Math.round((viewport?.z ?? 1) * part))
    const height = Math.max(1, Math.round((viewport?.w ?? 1) * part))
    const target = this.#targets[eye]
    if (target) {
      target.setSize(width, height)
      return target
    }
    const made = new WebGLRenderTarget(width, height, { depthTexture: new DepthTexture(width, height) })
    this.#targets[eye] = made
    return made
  }

  #choose(camera: Camera): void {
    const { cameras } = this.#renderer.xr.getCamera()
    for (let eye = 0; eye < cameras.length; eye++) {
      if (cameras[eye] !== camera) continue
      this.#uniforms.picture.value = this.#targets[eye]?.texture ?? null
      this.#uniforms.depths.value = this.#targets[eye]?.depthTexture ?? null
    }
    this.#sheet.uniformsNeedUpdate = true
  }
}
