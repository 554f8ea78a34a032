/** The ray marcher of one volume, in GLSL ES 3.00. */
import { overlayShader } from './overlay-shader.ts'
import { marchShader, volumeDeclarations, volumeFunctions } from './volume-functions.ts'

/**
 * Draws the far faces of the box: each fragment follows its ray from the entry to that face. A program has
 * one way of drawing, by its define: with all of them the first frame waited 1 to 2 s, without a card.
 */
export const volumeFragmentShader = /* glsl */ `
${marchShader}
${volumeDeclarations}
uniform vec4 eyeAt;            // w is 0 for the direction to an eye without perspective
in vec3 place;
out vec4 color;

void setDepth(vec3 at) {
  vec4 clip = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
  gl_FragDepth = clamp(clip.z / clip.w * 0.5 + 0.5, 0.0, 1.0);
}

${volumeFunctions}
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
    bool isSeen = opacity * (1.0 - sum.a) > leastLit;
    vec3 lit = isSeen ? lightMatter(at, value, matter.rgb, forward) : matter.rgb;
    sum += (1.0 - sum.a) * vec4(lit * opacity, opacity);
    if (sum.a < notable) seen = at;
    if (sum.a > 0.99) break;
  }
  setDepth(seen);
  return sum;
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
    meetSurfaces(sum, at, move, vec2(before, value), forward);
    if (sum.a > 0.99) break;
    before = value;
  }
  return sum;
}

${overlayShader}
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
