import { volumeLight } from '../../contract/look/studio.ts'

const { strengths, gloss, leastPaint } = volumeLight

/** The part of the ray marcher that lights a place. */
export const volumeLightShader = /* glsl */ `
/*
 * Differences between the corners of a cube. Those of a tetrahedron are half as many, but its mirror image
 * has others: one head had another light in a file whose axis grows to the left. Differences along the axes
 * alone show the grid as rings of light.
 */
vec3 gradient(vec3 at) {
  vec3 h = 1.0 / sampleCount;
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 8; i++) {
    vec3 corner = vec3(i & 1, (i >> 1) & 1, i >> 2) * 2.0 - 1.0;
    sum += corner * readSmooth(at + corner * h);
  }
  return sum / (8.0 * h * sides);
}

/*
 * As the lights of meshes are: one from the left above, a weak one from the right, and some everywhere; in
 * linear light. Both sides of a surface are lit. Dark colours are made lighter, because nothing of a form is
 * seen in black.
 */
vec3 lighten(vec3 plain, vec3 slope, vec3 forward) {
  vec3 normal = faceforward(slope, forward, slope);
  vec3 paint = plain + max(0.0, ${leastPaint.toFixed(3)} - dot(plain, vec3(0.21, 0.72, 0.07)));
  float key = max(dot(normal, light), 0.0);
  float fill = max(dot(normal, fillLight), 0.0);
  float shine = pow(max(dot(normal, normalize(light - forward)), 0.0), ${gloss.toFixed(1)});
  float lit = dot(vec2(key, fill), vec2(${strengths.key.toFixed(3)}, ${strengths.fill.toFixed(3)}));
  return paint * (${strengths.around.toFixed(3)} + lit) + ${strengths.shine.toFixed(3)} * shine;
}
`
