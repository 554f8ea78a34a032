/** The parts of the march through a scene that are the same for any volumes, in GLSL ES 3.00. */

/** Most layers of translucent surfaces. */
export const mostLayers = 4

/** What is drawn before, and how light is added along a ray. */
export const sharedShader = /* glsl */ `
uniform vec2 size;             // of the picture, in pixels
uniform sampler2D opaque;      // what ends rays: sRGB, opacity multiplied in
uniform sampler2D opaqueDepth;
uniform sampler2D layers[2];   // translucent surfaces from the nearest on, in turns: sRGB with opacity
uniform sampler2D layerDepths[2];
uniform int layerCount;
uniform int layerRows;         // between two layers of one texture
out vec4 color;

const float never = 1e30;      // the distance of what is not there
vec4 sum;
float seenAt;                  // the distance of the first thing seen

void add(vec4 light, float at) {
  if (sum.a < notable) seenAt = at;
  sum += (1.0 - sum.a) * light;
}

vec3 toLinear(vec3 bright) {
  return mix(pow((bright + 0.055) / 1.055, vec3(2.4)), bright / 12.92, lessThan(bright, vec3(0.04045)));
}

float toDistance(float depth) {
  float at = 2.0 * depth - 1.0;
  return projectionMatrix[2][3] == 0.0
    ? (projectionMatrix[3][2] - at) / projectionMatrix[2][2]
    : projectionMatrix[3][2] / (at + projectionMatrix[2][2]);
}
`

/** Casts the ray of a pixel in the eye's space. */
export const castRay = /* glsl */ `
  vec2 at = 2.0 * gl_FragCoord.xy / size - 1.0;
  bool isFlat = projectionMatrix[2][3] == 0.0;
  vec2 scale = vec2(projectionMatrix[0][0], projectionMatrix[1][1]);
  vec3 origin = isFlat ? vec3((at - projectionMatrix[3].xy) / scale, 0.0) : vec3(0.0);
  vec3 towards = isFlat ? vec3(0.0, 0.0, -1.0) : vec3((at + projectionMatrix[2].xy) / scale, -1.0);
`

/** Reads what the passes before have drawn. In a headset that is the depth alone. */
export const readTargets = /* glsl */ `
#ifndef IS_STEREO
  vec4 behind = texelFetch(opaque, pixel, 0);
  if (behind.a > 0.0) {
    lights[${mostLayers}] = vec4(toLinear(behind.rgb / behind.a) * behind.a, behind.a);
    places[${mostLayers}] = min(solid, 0.1 * never); // far where a smooth edge has no depth of its own
  }
  if (behind.a < 0.99) solid = never;
  for (int i = 0; i < ${mostLayers}; i++) {
    if (i >= layerCount) break;
    ivec2 there = pixel + ivec2(0, (i / 2) * layerRows);
    vec4 light = i % 2 == 0 ? texelFetch(layers[0], there, 0) : texelFetch(layers[1], there, 0);
    if (light.a <= 0.0) break;
    float near = i % 2 == 0 ? texelFetch(layerDepths[0], there, 0).r : texelFetch(layerDepths[1], there, 0).r;
    lights[i] = vec4(toLinear(light.rgb) * light.a, light.a);
    places[i] = toDistance(near);
  }
#endif
`

/** Ends a march. */
export const writeColor = /* glsl */ `
  if (sum.a < 0.004) discard;
  color = encode(sum);
#ifdef IS_STEREO
  float shown = isFlat
    ? projectionMatrix[3][2] - projectionMatrix[2][2] * seenAt
    : (projectionMatrix[3][2] - projectionMatrix[2][2] * seenAt) / seenAt;
  gl_FragDepth = clamp(0.5 * shown + 0.5, 0.0, 1.0);
#endif
}
`
