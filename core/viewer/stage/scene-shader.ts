/**
 * The march through several volumes and the layers of surfaces between them, in GLSL ES 3.00. A place on a ray is
 * told by its distance before the eye's plane, to which the depths of all targets are turned back.
 */
import type { Display } from '../../contract/look/display.ts'
import { marchShader, volumeDeclarations, volumeFunctions } from './volume-functions.ts'

/** A volume's way of being drawn. */
type Rendering = Display['rendering']

/** Most layers of translucent surfaces. */
export const mostLayers = 4
/** Most volumes: with each one's samples and bricks a card of 16 textures has one left. */
export const mostVolumes = 4

/** Passes nothing on: the fragment knows its pixel. A headset draws a box, a page all of its pixels. */
export const sceneVertexShader = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;

void main() {
#ifdef IS_STEREO
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
#else
  gl_Position = vec4(position, 1.0);
#endif
}
`

const ownDeclarations = /* glsl */ `
uniform mat4 toBox;            // from the eye's space
uniform bool isShown;
uniform float partOpacity;     // of what is no matter: surfaces and extremes
vec3 direction;                // of the ray, for each unit before the eye
vec2 span;                     // the part of the ray that is in the box and kept
vec3 lastSeen;
void setDepth(vec3 at) {
  lastSeen = at;
}
`

const names = [
  ...`${volumeDeclarations}${ownDeclarations}${volumeFunctions}`.matchAll(
    /^(?:uniform \w+|vec\d|float|int|bool|void) (\w+)\s*[;([]/gm,
  ),
].flatMap(([, name = '']) => name)
const namePattern = new RegExp(`\\b(${[...new Set(names), 'IS_MINIMUM', 'TRANSFER'].join('|')})\\b`, 'g')

/** The uniforms that each volume has under a name of its own. */
export const volumeUniformNames: readonly string[] = [
  ...volumeDeclarations.matchAll(/^uniform \w+ (\w+)/gm),
].flatMap(([, name = '']) => name)

/** Returns a text with the names of one of the volumes. */
function nameFor(volume: number, text: string): string {
  return text
    .replace(namePattern, (name) => (name === 'TRANSFER' ? `${volume}` : `${name}_${volume}`))
    .replaceAll('#N', `${volume}`)
}

function forEach(renderings: readonly Rendering[], toText: (rendering: Rendering) => string): string {
  return renderings.map((rendering, volume) => nameFor(volume, toText(rendering))).join('')
}

function isProjected(rendering: Rendering): boolean {
  return rendering !== 'direct' && rendering !== 'isosurface'
}

function toFunctions(rendering: Rendering): string {
  const define = rendering === 'minimum' ? '#define IS_MINIMUM\n' : ''
  return `${define}${volumeDeclarations}${ownDeclarations}${volumeFunctions}`
}

const beginMarch = /* glsl */ `
  bool isIn#N = span.x <= from && from < span.y;
  if (isIn#N) rate = max(rate, length(direction * sampleCount));
`
const startMarch = /* glsl */ `
  vec3 start#N = eye + direction * from;
  vec3 move#N = direction * way;
  vec3 forward#N = normalize(move#N * sides);
  int next#N = isIn#N ? 0 : maxSteps;
`
const startDirect = /* glsl */ `
  float stepLength#N = length(move#N * sides);
  vec3 full#N = vec3(-1.0); // the last brick that was found not to be clear
`
const startSurfaces = /* glsl */ `
  float before#N = isIn#N ? read(start#N) : 0.0;
`
const stepDirect = /* glsl */ `
    if (i >= next#N) {
      vec3 at = start#N + move#N * (float(i) + offset);
      float value = read(at);
      vec4 matter = matterOf(inWindow(value));
      if (matter.a <= 0.0 || value < none) {
        vec3 brick = floor(at * brickCount);
        if (brick != full#N && isClear(boundsOf(brick))) next#N = i + 1 + stepsWithin(brick, at, move#N);
        else full#N = brick;
      } else {
        float part = density * matter.a * stepLength#N;
        float opacity = 1.0 - exp(-part);
        if (opacity >= 0.0005) {
          bool isSeen = opacity * (1.0 - sum.a) > leastLit;
          depth += part;
          lit += part * (isSeen ? lightMatter(at, value, matter.rgb, forward#N) : matter.rgb);
        }
      }
    }
`
const stepSurfaces = /* glsl */ `
    if (i >= next#N) {
      vec3 at = start#N + move#N * float(i);
      vec3 brick = floor(at * brickCount);
      int steps = hasSurface(boundsOf(brick)) ? 0 : stepsWithin(brick, at, move#N);
      if (steps > 0) {
        next#N = i + steps;
        before#N = read(at + move#N * float(steps));
      } else {
        float value = read(at + move#N);
        vec4 met = vec4(0.0);
        meetSurfaces(met, at, move#N, vec2(before#N, value), forward#N);
        if (met.a > 0.0) add(met * partOpacity, from + way * (float(i) + 0.5));
        before#N = value;
      }
    }
`
const aim = /* glsl */ `
  eye = (toBox * vec4(origin, 1.0)).xyz;
  direction = mat3(toBox) * towards;
  span = isShown ? cut(direction) : vec2(never);
#ifdef IS_STEREO
  span.y = min(span.y, solid);
#endif
  if (!(span.y > span.x)) span = vec2(never);
  if (offset < 0.0 && span.x < never) offset = jitter(eye + direction * span.x);
`

function toProjection(rendering: Rendering): string {
  const call = rendering === 'mean' ? 'drawMean(' : 'drawExtreme('
  const sign = { minimum: ', -1.0', maximum: ', 1.0' }[rendering === 'minimum' ? 'minimum' : 'maximum']
  return /* glsl */ `
  if (min(span.y, solid) > span.x) {
    float way = min(span.y, solid) - span.x;
    int count = clamp(int(ceil(way * length(direction * sampleCount) / stride)), 2, maxSteps);
    vec3 start = eye + direction * span.x;
    lastSeen = start;
    lights[${mostLayers + 1} + #N] =
      partOpacity * ${call}start, direction * way / float(count), count${rendering === 'mean' ? '' : sign});
    places[${mostLayers + 1} + #N] = dot(lastSeen - eye, direction) / dot(direction, direction);
  }
  span = vec2(never);
`
}

/** Returns the march through volumes that are drawn in these ways. */
export function toSceneShader(renderings: readonly Rendering[]): string {
  const marched = (toText: (rendering: Rendering) => string) =>
    forEach(renderings, (rendering) => (isProjected(rendering) ? '' : toText(rendering)))
  const events = mostLayers + 1 + renderings.length
  return /* glsl */ `
#define TRANSFERS ${Math.max(1, renderings.length)}
${marchShader}
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
${forEach(renderings, toFunctions)}
/* Light between two distances, within which the same volumes are. Opacities of several add as matter does. */
void march(float from, float to, float offset) {
  float rate = 0.0;
${marched(() => beginMarch)}
  if (rate == 0.0) return;
  int count = clamp(int(ceil((to - from) * rate / stride)), 2, maxSteps);
  float way = (to - from) / float(count);
${marched((rendering) => startMarch + (rendering === 'direct' ? startDirect : startSurfaces))}
  for (int i = 0; i < count; i++) {
    float depth = 0.0;
    vec3 lit = vec3(0.0);
${marched((rendering) => (rendering === 'direct' ? stepDirect : stepSurfaces))}
    if (depth > 0.0) add((1.0 - exp(-depth)) * vec4(lit / depth, 1.0), from + way * (float(i) + offset));
    if (sum.a > 0.99) break;
    int next = maxSteps;
${marched(() => '    next = min(next, next#N);\n')}    i = max(i, next - 1);
  }
}

void main() {
  sum = vec4(0.0);
  seenAt = never;
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec2 at = 2.0 * gl_FragCoord.xy / size - 1.0;
  bool isFlat = projectionMatrix[2][3] == 0.0;
  vec2 scale = vec2(projectionMatrix[0][0], projectionMatrix[1][1]);
  vec3 origin = isFlat ? vec3((at - projectionMatrix[3].xy) / scale, 0.0) : vec3(0.0);
  vec3 towards = isFlat ? vec3(0.0, 0.0, -1.0) : vec3((at + projectionMatrix[2].xy) / scale, -1.0);
  float places[${events}];       // the distances of what is met: layers, the opaque, extremes
  vec4 lights[${events}];
  for (int i = 0; i < ${events}; i++) places[i] = never;
  float depth = texelFetch(opaqueDepth, pixel, 0).r;
  float solid = depth < 1.0 ? toDistance(depth) : never;
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
  float offset = -1.0;
${forEach(renderings, () => aim)}
  offset = max(offset, 0.0);
${forEach(renderings, (rendering) => (isProjected(rendering) ? toProjection(rendering) : ''))}
  float from = 0.0;
  for (int turn = 0; turn < ${events + 2 * renderings.length + 1}; turn++) {
    float to = never;
    for (int i = 0; i < ${events}; i++) to = min(to, places[i]);
${marched(() => '    to = min(to, span.x > from ? span.x : span.y > from ? span.y : never);\n')}
    if (to >= never) break;
    if (to > from) march(from, to, offset);
    if (sum.a > 0.99) break;
    for (int i = 0; i < ${events}; i++) {
      if (places[i] > to) continue;
      add(lights[i], to);
      places[i] = never;
    }
    from = max(from, to);
  }
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
}
