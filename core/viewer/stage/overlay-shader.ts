/** The part of the ray marcher that draws another volume over the first. */
export const overlayShader = /* glsl */ `
uniform sampler3D overlay;     // another volume, drawn over this one
uniform sampler2D overlayColors;
uniform mat3 overlayTurn;      // from places in this box to those in its own
uniform vec3 overlayStart;
uniform vec2 overlayWindow;
uniform bool overlayIsLabel;   // the first label is seen, where else the highest value is
uniform float overlayOpacity;  // 0 without one

/* The highest value of the overlay along a ray, over what was drawn. Low values are clear. */
vec4 drawOverlay(vec4 below, vec3 start, vec3 move, int count) {
  float best = 0.0;
  vec3 seen = start;
  for (int i = 0; i < count; i++) {
    vec3 at = start + move * (float(i) + 0.5);
    vec3 there = overlayTurn * at + overlayStart;
    if (any(lessThan(there, vec3(0.0))) || any(greaterThan(there, vec3(1.0)))) continue;
    float value = texture(overlay, there).r;
    float fraction = value < none ? 0.0 : clamp(value * overlayWindow.x + overlayWindow.y, 0.0, 1.0);
    if (fraction <= best) continue;
    best = fraction;
    seen = at;
    if (overlayIsLabel) break;
  }
  if (below.a < 0.004) setDepth(seen);
  float opacity = overlayOpacity * (overlayIsLabel ? step(1e-3, best) : smoothstep(0.02, 0.3, best));
  vec3 paint = texture(overlayColors, vec2((best * 255.0 + 0.5) / 256.0, 0.25)).rgb;
  return vec4(paint * opacity, opacity) + (1.0 - opacity) * below;
}
`
