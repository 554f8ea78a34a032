/** Draws an image from integers. A screen pixel has the mean of up to 6 × 6 image pixels in it. */

/** Passes column and row on. */
export const imageVertexShader = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
out vec2 place;

void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`

/** Draws grey through the colormap, colours unchanged. */
export const imageFragmentShader = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D samples;
uniform sampler2D colors;
uniform float most;            // the highest value of the element type
uniform vec2 toWindow;         // factor and offset: from values to 0 to 1 in the window
uniform vec4 planes[PLANE_COUNT];
uniform int planeCount;
in vec2 place;
out vec4 color;

const int maxTaps = 6;

/* The samples of a pixel as a value or colour with its alpha, multiplied by it. */
vec4 read(vec2 at) {
  ivec2 last = textureSize(samples, 0) - 1;
  uvec4 raw = texelFetch(samples, clamp(ivec2(floor(at)), ivec2(0), last), 0);
  vec4 value = vec4(raw);
#if CHANNELS == 1
  return vec4(value.rrr, 1.0);
#elif CHANNELS == 2
  float alpha = value.g / most;
  return vec4(value.rrr * alpha, alpha);
#elif CHANNELS == 3
  return vec4(value.rgb / most, 1.0);
#else
  float alpha = value.a / most;
  return vec4(value.rgb / most * alpha, alpha);
#endif
}

vec4 readMean(vec2 at, vec2 width) {
  ivec2 taps = clamp(ivec2(ceil(width)), ivec2(1), ivec2(maxTaps));
  vec4 sum = vec4(0.0);
  for (int row = 0; row < taps.y; row++)
    for (int column = 0; column < taps.x; column++)
      sum += read(at + ((vec2(column, row) + 0.5) / vec2(taps) - 0.5) * width);
  return sum / float(taps.x * taps.y);
}

void main() {
  vec2 width = fwidth(place);
  for (int i = 0; i < planeCount; i++)
    if (dot(planes[i].xyz, vec3(place, 0.0)) + planes[i].w < 0.0) discard;
  vec4 mean = readMean(place, width);
  if (mean.a <= 0.0) discard;
#if CHANNELS < 3
  float fraction = clamp(mean.r / mean.a * toWindow.x + toWindow.y, 0.0, 1.0);
  color = vec4(texture(colors, vec2((fraction * 255.0 + 0.5) / 256.0, 0.5)).rgb * mean.a, mean.a);
#else
  color = mean;
#endif
}
`
