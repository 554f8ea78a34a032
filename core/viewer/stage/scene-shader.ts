/**
 * The march through several volumes and the layers of surfaces between them, in GLSL ES 3.00. A place on a
 * ray is told by its distance before the eye's plane, to which the depths of all targets are turned back.
 */
import type { Display } from '../../contract/look/display.ts'
import { castRay, mostLayers, readTargets, sharedShader, writeColor } from './scene-rays-shader.ts'
import { marchShader, volumeDeclarations, volumeFunctions } from './volume-functions.ts'

/** A volume's way of being drawn. */
type Rendering = Display['rendering']

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

/** A text of each volume that is marched through, and not one place of a ray. */
type MarchText = (toText: (rendering: Rendering) => string) => string

function toMarch(marched: MarchText): string {
  return /* glsl */ `
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
`
}

/** Goes from one place of the ray to the next: what is met there, and the ends of volumes. */
function toWalk(marched: MarchText, events: number, volumes: number): string {
  return /* glsl */ `
  float from = 0.0;
  for (int turn = 0; turn < ${events + 2 * volumes + 1}; turn++) {
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
`
}

/** Returns the march through volumes that are drawn in these ways. */
export function toSceneShader(renderings: readonly Rendering[]): string {
  const marched: MarchText = (toText) =>
    forEach(renderings, (rendering) => (isProjected(rendering) ? '' : toText(rendering)))
  const events = mostLayers + 1 + renderings.length
  return /* glsl */ `
#define TRANSFERS ${Math.max(1, renderings.length)}
${marchShader}
${sharedShader}
${forEach(renderings, toFunctions)}
${toMarch(marched)}
void main() {
  sum = vec4(0.0);
  seenAt = never;
  ivec2 pixel = ivec2(gl_FragCoord.xy);
${castRay}
  float places[${events}];       // the distances of what is met: layers, the opaque, extremes
  vec4 lights[${events}];
  for (int i = 0; i < ${events}; i++) places[i] = never;
  float depth = texelFetch(opaqueDepth, pixel, 0).r;
  float solid = depth < 1.0 ? toDistance(depth) : never;
${readTargets}
  float offset = -1.0;
${forEach(renderings, () => aim)}
  offset = max(offset, 0.0);
${forEach(renderings, (rendering) => (isProjected(rendering) ? toProjection(rendering) : ''))}
${toWalk(marched, events, renderings.length)}
${writeColor}
`
}
