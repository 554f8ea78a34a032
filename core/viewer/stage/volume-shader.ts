/**
 * The ray marcher, in GLSL ES 3.00. Coordinates are those of the box, 0 to 1 along each side, so that neither
 * far origins nor tiny spacings cost precision. Lengths are in longest sides of the box.
 */
import { notableOpacity } from '../../contract/look/volume-transfer.ts'
import { overlayShader } from './overlay-shader.ts'
import { volumeLightShader } from './volume-light-shader.ts'

/**
 * Draws the far faces of the box: each fragment follows its ray from the entry to that face. A program has
 * one way of drawing, by its define: with all of them the first frame waited 1 to 2 s, without a card.
 */
export const volumeFragmentShader = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler3D;

uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform sampler3D samples;
uniform sampler3D bricks;      // lowest and highest texture value of each brick
uniform vec3 brickCount;       // along each side; not a whole number where the last brick is not full
uniform sampler2D colors;      // linear colour and optical depth along the window; see transfer-texture.ts
uniform vec4 eyeAt;            // w is 0 for the direction to an eye without perspective
uniform vec3 light;            // towards the lights, in the specimen's directions, of length 1
uniform vec3 fillLight;
uniform vec3 sides;            // lengths; the longest is 1
uniform vec3 sampleCount;      // along each side of the texture
uniform vec2 toWindow;         // factor and offset: from texture values to 0 to 1 in the window
uniform float logOffset;       // added to texture values before their logarithm; below 0 for a linear scale
uniform float middle;          // the place of the centre in the window; 0 without one
uniform vec4 isovalues;        // as texture values, growing
uniform vec4 surfaceOpacities;
uniform vec4 surfaceColors[SURFACE_COUNT]; // linear; alpha 0 for the colour of the value
uniform int surfaceCount;
uniform float density;
uniform float stride;          // samples between two steps
uniform float leastLit;        // part of a pixel's light
uniform bool isStereo;         // for the eyes of a headset
uniform bool isLabel;          // values are ranks, between which there are none
uniform vec4 planes[PLANE_COUNT];
uniform int planeCount;
in vec3 place;
out vec4 color;

vec3 eye;                      // before the box, on the ray

const int maxSteps = 2048;
const float none = -0.5;       // texture values below are no data
const float notable = ${notableOpacity.toFixed(3)};  // opacity, for the depth

float read(vec3 at) {
  vec3 place = isLabel ? (floor(at * sampleCount) + 0.5) / sampleCount : at;
  return texture(samples, place).r;
}

/* Between the samples, also of labels, whose surfaces would else be all steps. */
float readSmooth(vec3 at) {
  return max(texture(samples, at).r, 0.0);
}

float inWindow(float value) {
  float scaled = logOffset < 0.0 ? value : log2(max(value + logOffset, 1e-12));
  return clamp(scaled * toWindow.x + toWindow.y, 0.0, 1.0);
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

vec4 matterOf(float fraction) {
  return texture(colors, vec2((fraction * 255.0 + 0.5) / 256.0, 0.25));
}

/* True when nothing within these texture values can be seen: the next visible entry lies above them. */
bool isClear(vec2 bounds) {
  if (bounds.x > bounds.y) return true;
  int low = int(inWindow(bounds.x) * 255.0);
  return texelFetch(colors, ivec2(low, 1), 0).r > ceil(inWindow(bounds.y) * 255.0);
}

/*
 * The same for the same pixel, so that pictures can be compared; in a headset for the same place where the
 * ray begins, because grain that differs between the eyes shimmers. Of cells below a pixel each sees others.
 */
float jitter(vec3 start) {
  vec2 at = gl_FragCoord.xy;
  if (isStereo) {
    vec3 cell = floor(start * min(sampleCount * 4.0, sides * 200.0)); // two pixels at arm's length
    at = cell.xy + cell.z * vec2(37.0, 17.0);
  }
  return fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715))));
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

${volumeLightShader}
/* Front to back. A step is as opaque as its length makes it, so that their number does not show. */
vec4 drawDirect(vec3 start, vec3 move, int count, float stepLength) {
  vec4 sum = vec4(0.0);
  float offset = jitter(start);
  vec3 seen = start + move * float(count);
  vec3 forward = normalize(move * sides);
  vec3 full = vec3(-1.0); // the last brick that was found not to be clear
  for (int i = 0; i < count; i++) {
    vec3 at = start + move * (float(i) + offset);
    float value = read(at);
    float fraction = inWindow(value);
    vec4 matter = matterOf(fraction);
    if (matter.a <= 0.0 || value < none) {
      vec3 brick = floor(at * brickCount);
      if (brick != full && isClear(boundsOf(brick))) i += stepsWithin(brick, at, move);
      else full = brick;
      continue;
    }
    float opacity = 1.0 - exp(-density * matter.a * stepLength);
    if (opacity < 0.0005) continue;
    vec3 lit = matter.rgb;
    if (opacity * (1.0 - sum.a) > leastLit) {
      vec3 slope = gradient(at);
      float steepness = length(slope);
      float scaled = steepness * toWindow.x / (logOffset < 0.0 ? 1.0 : (value + logOffset) * 0.6931);
      if (steepness > 0.0)
        lit = mix(
          lit,
          lighten(lit, slope / steepness, forward),
          isLabel ? 1.0 : smoothstep(0.5, 4.0, abs(scaled))
        );
    }
    sum += (1.0 - sum.a) * vec4(lit * opacity, opacity);
    if (sum.a < notable) seen = at;
    if (sum.a > 0.99) break;
  }
  setDepth(seen);
  return sum;
}

/* Values below the window, or beside a centre, are clear, so that the box itself is not seen. */
vec4 drawProjected(float fraction, vec3 seen) {
  setDepth(seen);
#ifdef IS_MINIMUM
  float strength = 1.0 - fraction;
#else
  float strength = abs(fraction - middle) / max(middle, 1.0 - middle);
#endif
  float opacity = smoothstep(0.0, 0.15, strength);
  return vec4(matterOf(fraction).rgb * opacity, opacity);
}

/* The highest sample of a ray, or the lowest. */
vec4 drawExtreme(vec3 start, vec3 move, int count, float sign) {
  float best = -1e6;
  vec3 seen = start;
  for (int i = 0; i < count; i++) {
    vec3 at = start + move * (float(i) + 0.5);
    float value = read(at);
    if (value > none && sign * value > best) {
      best = sign * value;
      seen = at;
      continue;
    }
    vec3 brick = floor(at * brickCount);
    vec2 bounds = boundsOf(brick);
    if (bounds.x > bounds.y || (sign > 0.0 ? bounds.y : -bounds.x) <= best) i += stepsWithin(brick, at, move);
  }
  return best > -1e6 ? drawProjected(inWindow(sign * best), seen) : vec4(0.0);
}

vec4 drawMean(vec3 start, vec3 move, int count) {
  float sum = 0.0;
  float found = 0.0;
  for (int i = 0; i < count; i++) {
    float value = read(start + move * (float(i) + 0.5));
    if (value < none) continue;
    sum += value;
    found += 1.0;
  }
  return found > 0.0 ? drawProjected(inWindow(sum / found), start) : vec4(0.0);
}

/* The place of a surface between two places on different sides of it. */
vec3 refine(vec3 at, vec3 move, bool isBelow, float isovalue) {
  vec3 part = move * 0.5;
  at += part;
  for (int i = 0; i < 6; i++) {
    part *= 0.5;
    at += (read(at) < isovalue) == isBelow ? part : -part;
  }
  return at;
}

bool hasSurface(vec2 bounds) {
  for (int i = 0; i < surfaceCount; i++)
    if (isovalues[i] > bounds.x && isovalues[i] <= bounds.y) return true;
  return false;
}

/* Surfaces in the order in which the ray meets them. */
vec4 drawSurfaces(vec3 start, vec3 move, int count) {
  vec4 sum = vec4(0.0);
  vec3 forward = normalize(move * sides);
  float before = read(start);
  for (int i = 0; i < count; i++) {
    vec3 at = start + move * float(i);
    vec3 brick = floor(at * brickCount);
    if (!hasSurface(boundsOf(brick))) {
      int steps = stepsWithin(brick, at, move);
      if (steps > 0) {
        i += steps - 1;
        before = read(at + move * float(steps));
        continue;
      }
    }
    float value = read(at + move);
    bool isSolid = before > none && value > none;
    for (int k = 0; isSolid && k < surfaceCount; k++) {
      int which = value > before ? k : surfaceCount - 1 - k;
      float isovalue = isovalues[which];
      if ((before < isovalue) == (value < isovalue)) continue;
      vec3 there = refine(at, move, before < isovalue, isovalue);
      if (sum.a == 0.0) setDepth(there);
      vec3 slope = gradient(there);
      float steepness = length(slope);
      vec3 normal = steepness > 0.0 ? slope / steepness : -forward;
      float opacity = surfaceOpacities[which] * (1.0 - sum.a);
      vec4 own = surfaceColors[which];
      vec3 plain = mix(matterOf(inWindow(isovalue)).rgb, own.rgb, own.a);
      sum += opacity * vec4(lighten(plain, normal, forward), 1.0);
    }
    if (sum.a > 0.99) break;
    before = value;
  }
  return sum;
}

${overlayShader}
/* From linear light to sRGB, both with opacity multiplied in. */
vec4 encode(vec4 linear) {
  vec3 plain = clamp(linear.rgb / max(linear.a, 1e-4), 0.0, 1.0);
  vec3 bright = 1.055 * pow(plain, vec3(1.0 / 2.4)) - 0.055;
  return vec4(mix(bright, plain * 12.92, lessThan(plain, vec3(0.0031308))) * linear.a, linear.a);
}

void main() {
  eye = eyeAt.w > 0.5 ? eyeAt.xyz : place + 2.0 * normalize(eyeAt.xyz);
  vec3 towards = place - eye;
  vec3 direction = towards / length(towards * sides);
  vec2 span = cut(direction);
  float extent = span.y - span.x;
  if (!(extent > 0.0)) discard;
  int count = clamp(int(ceil(extent * length(direction * sampleCount) / stride)), 2, maxSteps);
  float stepLength = extent / float(count);
  vec3 start = eye + direction * span.x;
  vec3 move = direction * stepLength;
#if defined(IS_MAXIMUM)
  color = drawExtreme(start, move, count, 1.0);
#elif defined(IS_MINIMUM)
  color = drawExtreme(start, move, count, -1.0);
#elif defined(IS_MEAN)
  color = drawMean(start, move, count);
#elif defined(IS_ISOSURFACE)
  color = drawSurfaces(start, move, count);
#else
  color = drawDirect(start, move, count, stepLength);
#endif
#ifdef HAS_OVERLAY
  if (overlayOpacity > 0.0) color = drawOverlay(color, start, move, count);
#endif
  if (color.a < 0.004) discard;
  color = encode(color);
}
`
