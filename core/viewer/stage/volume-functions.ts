/**
 * What is known of one volume, in GLSL ES 3.00: reading it, its matter, its light, its surfaces. Coordinates
 * are those of its box, 0 to 1 along each side, so that neither far origins nor tiny spacings cost precision.
 * Lengths are in longest sides of the box.
 */
import { notableOpacity } from '../../contract/look/volume-transfer.ts'
import { volumeLightShader } from './volume-light-shader.ts'

/** What all volumes of a picture share. `colors` has two rows for each: see transfer-texture.ts. */
export const marchShader = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler3D;

uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform sampler2D colors;      // linear colours and optical depths along the windows
uniform float stride;          // samples between two steps
uniform float leastLit;        // part of a pixel's light
uniform bool isStereo;         // for the eyes of a headset

const int maxSteps = 2048;
const float none = -0.5;       // texture values below are no data
const float notable = ${notableOpacity.toFixed(3)};  // opacity, for the depth

/* From linear light to sRGB, both with opacity multiplied in. */
vec4 encode(vec4 linear) {
  vec3 plain = clamp(linear.rgb / max(linear.a, 1e-4), 0.0, 1.0);
  vec3 bright = 1.055 * pow(plain, vec3(1.0 / 2.4)) - 0.055;
  return vec4(mix(bright, plain * 12.92, lessThan(plain, vec3(0.0031308))) * linear.a, linear.a);
}
`

/**
 * What each has of its own: a shader of several has it once for each, with other names. The first place at
 * which something is seen goes to `setDepth`, which stands before the functions.
 */
export const volumeDeclarations = /* glsl */ `
uniform sampler3D samples;
uniform sampler3D bricks;      // lowest and highest texture value of each brick
uniform vec3 brickCount;       // along each side; not a whole number where the last brick is not full
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
uniform bool isLabel;          // values are ranks, between which there are none
uniform vec4 planes[PLANE_COUNT];
uniform int planeCount;

vec3 eye;                      // before the box, on the ray
`

/** The functions of one volume; see {@link volumeDeclarations}. */
export const volumeFunctions = /* glsl */ `
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
  float row = (2.0 * float(TRANSFER) + 0.5) / (2.0 * float(TRANSFERS));
  return texture(colors, vec2((fraction * 255.0 + 0.5) / 256.0, row));
}

/* True when nothing within these texture values can be seen: the next visible entry lies above them. */
bool isClear(vec2 bounds) {
  if (bounds.x > bounds.y) return true;
  int low = int(inWindow(bounds.x) * 255.0);
  return texelFetch(colors, ivec2(low, 2 * TRANSFER + 1), 0).r > ceil(inWindow(bounds.y) * 255.0);
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

${volumeLightShader}
/* The light of matter at a place: as it is where nothing but noise changes. */
vec3 lightMatter(vec3 at, float value, vec3 plain, vec3 forward) {
  vec3 slope = gradient(at);
  float steepness = length(slope);
  if (!(steepness > 0.0)) return plain;
  float scaled = steepness * toWindow.x / (logOffset < 0.0 ? 1.0 : (value + logOffset) * 0.6931);
  vec3 lit = lighten(plain, slope / steepness, forward);
  return mix(plain, lit, isLabel ? 1.0 : smoothstep(0.5, 4.0, abs(scaled)));
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

/* The surfaces between two places of a ray, with their values, in the order in which it meets them. */
void meetSurfaces(inout vec4 sum, vec3 at, vec3 move, vec2 values, vec3 forward) {
  float before = values.x;
  float value = values.y;
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
}
`
