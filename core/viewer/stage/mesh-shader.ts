/** The shaders of meshes: the light of `core/contract/look/studio.ts`, in directions of the camera. */
import { innerTint, studio, wrap } from '../../contract/look/studio.ts'

const toVec3 = (parts: readonly number[]): string => `vec3(${parts.map((part) => part.toFixed(4)).join()})`

/** The part of a vertex shader that finds `place` and `outward`, the normal, and its declarations. */
export interface VertexPlacing {
  readonly declarations: string
  readonly placing: string
}

const ownPlacing: VertexPlacing = {
  declarations: '',
  placing: 'vec3 place = position; vec3 outward = normal;',
}

/** Returns the shader of vertices. Their colours are sRGB, and are interpolated as linear ones. */
export function toMeshVertexShader({ declarations, placing }: VertexPlacing = ownPlacing): string {
  return /* glsl */ `
#include <common>
#include <clipping_planes_pars_vertex>
${declarations}
varying vec3 vPlace;
varying vec3 vNormal;
#if COLOR_BY == OWN
attribute vec3 color;
varying vec3 vColor;
#elif COLOR_BY == SCALAR
attribute float scalar;
varying float vScalar;
#endif

void main() {
  ${placing}
  vec4 mvPosition = modelViewMatrix * vec4(place, 1.0);
  gl_Position = projectionMatrix * mvPosition;
  vPlace = mvPosition.xyz;
  vNormal = normalMatrix * outward;
#if COLOR_BY == OWN
  vColor = mix(color / 12.92, pow((color + 0.055) / 1.055, vec3(2.4)), step(vec3(0.04045), color));
#elif COLOR_BY == SCALAR
  vScalar = scalar;
#endif
  #include <clipping_planes_vertex>
}`
}

/** Normals point outward, whatever the winding; those of flat shading are of triangles, to the eye. */
export const meshFragmentShader = /* glsl */ `
#include <common>
#include <clipping_planes_pars_fragment>
uniform vec3 plain;
uniform float roughness;
uniform float opacity;
uniform vec3 up;
uniform bool isOuterFront;
uniform vec2 window;
uniform sampler2D colormap;
varying vec3 vPlace;
varying vec3 vNormal;
#if COLOR_BY == OWN
varying vec3 vColor;
#elif COLOR_BY == SCALAR
varying float vScalar;
#endif

vec3 skyAt(float part) {
  return mix(${toVec3(studio.ground)}, ${toVec3(studio.sky)}, clamp(part, 0.0, 1.0));
}

/* The reflected part follows Karis, "Physically based shading on mobile" (2014). */
vec3 lightSurface(vec3 base, vec3 normal, vec3 eye) {
  float facing = max(dot(normal, eye), 0.001);
  vec3 mirrored = reflect(-eye, normal);
  float alpha = max(roughness * roughness, 0.01);
  float lobe = 0.5 / (alpha * alpha);
  vec3 sky = mat3(viewMatrix) * up;
  vec3 diffuse = skyAt(0.5 + 0.5 * dot(normal, sky));
  vec3 shine = skyAt(0.5 + dot(mirrored, sky) / (0.5 + 1.5 * roughness));
  float lit;
  float blurred;
  ${studio.lights
    .map(
      ({ toward, color, sharpness }) => `
  lit = max(0.0, (dot(normal, ${toVec3(toward)}) + ${wrap.toFixed(3)}) / ${(1 + wrap).toFixed(3)});
  blurred = ${sharpness.toFixed(2)} * lobe / (${sharpness.toFixed(2)} + lobe);
  diffuse += ${toVec3(color)} * lit * lit;
  shine += ${toVec3(color)} * 0.5 * blurred * exp(blurred * (dot(mirrored, ${toVec3(toward)}) - 1.0));`,
    )
    .join('')}
  float edge = 1.0 - roughness;
  float bend = min(edge * edge, exp2(-9.28 * facing)) * edge + 0.0425 - 0.0275 * roughness;
  float reflected = 0.04 * (1.04 - 1.04 * bend - 0.572 * roughness) + 1.04 * bend - 0.04 + 0.022 * roughness;
  return base * diffuse + max(0.0, reflected) * shine;
}

void main() {
  #include <clipping_planes_fragment>
  vec3 eye = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-vPlace);
  bool isOuter = gl_FrontFacing == isOuterFront;
#ifdef FLAT
  vec3 normal = normalize(cross(dFdx(vPlace), dFdy(vPlace)));
#else
  vec3 normal = normalize(isOuter ? vNormal : -vNormal);
#endif
#if COLOR_BY == OWN
  vec3 base = vColor;
#elif COLOR_BY == SCALAR
  float part = clamp((vScalar - window.x) / max(window.y - window.x, 1e-30), 0.0, 1.0);
  vec2 at = vec2((part * (COLORS - 1.0) + 0.5) / COLORS, 0.5);
  vec3 base = sRGBTransferEOTF(texture2D(colormap, at)).rgb;
#else
  vec3 base = plain;
#endif
#ifdef UNLIT
  gl_FragColor = vec4(base, opacity);
#else
  if (!isOuter) base *= ${toVec3(innerTint)};
  gl_FragColor = vec4(lightSurface(base, normal, eye), opacity);
#endif
  #include <colorspace_fragment>
}`
