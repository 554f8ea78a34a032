/**
 * The ray marcher, in GLSL ES 3.00. Coordinates are those of the box, 0 to 1 along each side, so that neither
 * far origins nor tiny spacings cost precision. Lengths are in longest sides of the box.
 */
import { notableOpacity } from './volume-transfer.ts'

/** Passes the place in the box on. */
export const volumeVertexShader = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
out vec3 place;

void main() {
  place = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`

/** Draws the far faces of the box: each fragment follows its ray from the entry to that face. */
export const volumeFragmentShader = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler3D;

uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform sampler3D samples;
uniform sampler3D bricks;      // lowest and highest texture value of each brick
uniform vec3 brickCount;       // along each side; not a whole number where the last brick is not full
uniform sampler2D colors;
uniform vec3 eye;
uniform vec3 light;            // towards the lights, in the specimen's directions, of length 1
uniform vec3 fillLight;
uniform vec3 sides;            // lengths; the longest is 1
uniform vec3 sampleCount;      // along each side of the texture
uniform vec2 toWindow;         // factor and offset: from texture values to 0 to 1 in the window
uniform float isovalue;        // as a texture value
uniform float density;         // optical depth of the window's high end along the longest side
uniform float stride;          // samples between two steps
uniform int rendering;
uniform vec4 planes[PLANE_COUNT];
uniform int planeCount;
in vec3 place;
out vec4 color;

const int direct = 0;
const int maximum = 1;
const int maxSteps = 2048;
const float none = -0.5;       // texture values below are no data
const float notable = ${notableOpacity.toFixed(3)};  // opacity, for the depth

float read(vec3 at) {
  return texture(samples, at).r;
}

float inWindow(float value) {
  return value < none ? 0.0 : clamp(value * toWindow.x + toWindow.y, 0.0, 1.0);
}

/* The lowest and highest texture value around a place. */
vec2 boundsOf(vec3 brick) {
  return texelFetch(bricks, clamp(ivec3(brick), ivec3(0), textureSize(bricks, 0) - 1), 0).rg;
}

/* The number of steps within a brick. */
int stepsWithin(vec3 brick, vec3 at, vec3 move) {
  vec3 face = (brick + step(0.0, move)) / brickCount;
  vec3 steps = mix((face - at) / move, vec3(1e6), equal(move, vec3(0.0)));
  return int(clamp(min(steps.x, min(steps.y, steps.z)), 0.0, 1e6));
}

vec3 colorOf(float fraction) {
  return texture(colors, vec2((fraction * 255.0 + 0.5) / 256.0, 0.5)).rgb;
}

/* The same for the same pixel, so that pictures can be compared. */
float jitter() {
  return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
}

/* The ends of a ray in the box and on the kept side of all planes. */
vec2 cut(vec3 direction) {
  vec3 a = -eye / direction;
  vec3 b = (1.0 - eye) / direction;
  vec3 near = min(a, b);
  vec3 far = max(a, b);
  vec2 span = vec2(max(max(near.x, near.y), max(near.z, 0.0)), min(min(far.x, far.y), far.z));
  for (int i = 0; i < planeCount; i++) {
    float height = dot(planes[i].xyz, eye) + planes[i].w;
    float slope = dot(planes[i].xyz, direction);
    if (slope > 0.0) span.x = max(span.x, -height / slope);
    else if (slope < 0.0) span.y = min(span.y, -height / slope);
    else if (height < 0.0) span.y = -1.0;
  }
  return span;
}

void setDepth(vec3 at) {
  vec4 clip = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
  gl_FragDepth = clamp(clip.z / clip.w * 0.5 + 0.5, 0.0, 1.0);
}

/* Front to back. A step is as opaque as its length makes it, so that their number does not show. */
vec4 drawDirect(vec3 start, vec3 move, int count, float stepLength) {
  vec4 sum = vec4(0.0);
  float offset = jitter();
  vec3 seen = start + move * float(count);
  vec3 towardsLight = light / (sides * length(sampleCount / sides) * 0.577);
  for (int i = 0; i < count; i++) {
    vec3 at = start + move * (float(i) + offset);
    float fraction = inWindow(read(at));
    if (fraction <= 0.0) {
      vec3 brick = floor(at * brickCount);
      if (inWindow(boundsOf(brick).y) <= 0.0) i += stepsWithin(brick, at, move);
      continue;
    }
    float opacity = 1.0 - exp(-density * fraction * fraction * stepLength);
    if (opacity < 0.0005) continue;
    float lit = 0.9;
    if (opacity > 0.01) lit = clamp(0.9 + 1.6 * (fraction - inWindow(read(at + towardsLight))), 0.5, 1.15);
    sum += (1.0 - sum.a) * vec4(min(lit * colorOf(fraction), 1.0) * opacity, opacity);
    if (sum.a < notable) seen = at;
    if (sum.a > 0.99) break;
  }
  setDepth(seen);
  return sum;
}

/* Values below the window are clear, so that the box itself is not seen. */
vec4 drawMaximum(vec3 start, vec3 move, int count) {
  float highest = none;
  vec3 seen = start;
  for (int i = 0; i < count; i++) {
    vec3 at = start + move * (float(i) + 0.5);
    float value = read(at);
    if (value > highest) {
      highest = value;
      seen = at;
      continue;
    }
    vec3 brick = floor(at * brickCount);
    if (boundsOf(brick).y <= highest) i += stepsWithin(brick, at, move);
  }
  setDepth(seen);
  float fraction = inWindow(highest);
  float opacity = smoothstep(0.0, 0.15, fraction);
  return vec4(colorOf(fraction) * opacity, opacity);
}

vec3 gradient(vec3 at) {
  vec3 h = 1.0 / sampleCount;
  vec3 high = vec3(read(at + vec3(h.x, 0, 0)), read(at + vec3(0, h.y, 0)), read(at + vec3(0, 0, h.z)));
  vec3 low = vec3(read(at - vec3(h.x, 0, 0)), read(at - vec3(0, h.y, 0)), read(at - vec3(0, 0, h.z)));
  return (max(high, 0.0) - max(low, 0.0)) / (h * sides);
}

/*
 * As the lights of meshes are: one from the left above, a weak one from the right, and some everywhere.
 * Dark colours are made lighter, because nothing of a form is seen in black.
 */
vec3 lighten(vec3 plain, vec3 normal, vec3 forward) {
  vec3 paint = plain + max(0.0, 0.5 - dot(plain, vec3(0.21, 0.72, 0.07)));
  float key = max(dot(normal, light), 0.0);
  float fill = max(dot(normal, fillLight), 0.0);
  float shine = pow(max(dot(normal, normalize(light - forward)), 0.0), 40.0);
  return min(paint * (0.3 + 0.65 * key + 0.2 * fill) + 0.12 * shine, 1.0);
}

/* The place of a surface between two places on different sides of it. */
vec3 refine(vec3 at, vec3 move, bool isBelow) {
  vec3 part = move * 0.5;
  at += part;
  for (int i = 0; i < 6; i++) {
    part *= 0.5;
    at += (read(at) < isovalue) == isBelow ? part : -part;
  }
  return at;
}

vec4 drawSurface(vec3 start, vec3 move, int count) {
  float before = read(start);
  for (int i = 0; i < count; i++) {
    vec3 at = start + move * float(i);
    vec3 brick = floor(at * brickCount);
    vec2 bounds = boundsOf(brick);
    if (isovalue <= bounds.x || isovalue > bounds.y) {
      int steps = stepsWithin(brick, at, move);
      if (steps > 0) {
        i += steps - 1;
        before = read(at + move * float(steps));
        continue;
      }
    }
    float value = read(at + move);
    if (before > none && value > none && (before < isovalue) != (value < isovalue)) {
      at = refine(at, move, before < isovalue);
      setDepth(at);
      vec3 forward = normalize(move * sides);
      vec3 slope = gradient(at);
      float steepness = length(slope);
      vec3 normal = steepness > 0.0 ? slope / steepness : -forward;
      return vec4(lighten(colorOf(inWindow(isovalue)), faceforward(normal, forward, normal), forward), 1.0);
    }
    before = value;
  }
  return vec4(0.0);
}

void main() {
  vec3 towards = place - eye;
  vec3 direction = towards / length(towards * sides);
  vec2 span = cut(direction);
  float extent = span.y - span.x;
  if (!(extent > 0.0)) discard;
  int count = clamp(int(ceil(extent * length(direction * sampleCount) / stride)), 2, maxSteps);
  float stepLength = extent / float(count);
  vec3 start = eye + direction * span.x;
  vec3 move = direction * stepLength;
  if (rendering == direct) color = drawDirect(start, move, count, stepLength);
  else if (rendering == maximum) color = drawMaximum(start, move, count);
  else color = drawSurface(start, move, count);
  if (color.a < 0.004) discard;
}
`
