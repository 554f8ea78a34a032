/**
 * A gear wheel by constructive solid geometry, alone and with a counterpart that it turns: an involute
 * profile is extruded and holes are cut out of it, with Manifold (compiled to WebAssembly, which ships in the
 * bundle). Every gear is a closed solid.
 */
import type { Integer, Lines, Mesh, Part, Range } from 'specimen-host/plugin'
import { kernel } from '../shared/manifold.ts'
import { makeGear } from './solid.ts'
import { drawLineOfAction, drawPitchCircles, pairModule, toDistance, turnAbout, turnPinion } from './turn.ts'

/**
 * A gear wheel with involute teeth, ready to print: spur or helical, with a hub, a bore with a keyway, and
 * round holes that save weight. All lengths in millimetres. Cut from solids with the Manifold library.
 *
 * @displayName Gear wheel
 * @tags engineering, CAD, solid, 3D printing, mesh
 * @thumbnail gear-wheel.png
 * @view camera=0.6,-1,0.9 solid=graphite roughness=0.4
 * @axes mm
 * @story The flank of each tooth is an involute: the curve that the end of a string draws while it is unwound
 * from a circle. Two such gears turn each other at a perfectly even speed, even if their distance is a little
 * wrong, as Leonhard Euler saw in 1754.
 * @story With a helix angle the teeth meet gradually instead of all at once: helical gears run quieter, and
 * push along their axle in return.
 * @preset Spur gear {"helixAngle":0}
 * @preset Pinion {"teeth":12,"toothModule":4,"faceWidth":30,"helixAngle":0,"holes":0}
 * @preset Large wheel {"teeth":80,"toothModule":1.5,"faceWidth":6,"helixAngle":0,"holes":10}
 * @preset Steep helix {"teeth":20,"faceWidth":40,"helixAngle":35,"holes":0}
 * @param teeth - Number of teeth.
 * @param toothModule - Module in mm: pitch diameter divided by the number of teeth.
 * @unit mm
 * @param faceWidth - Width of the rim in mm.
 * @unit mm
 * @param helixAngle - Slant of the teeth in degrees; 0 makes a spur gear.
 * @unit °
 * @param bore - Diameter of the bore in mm. Never more than what leaves a hub.
 * @unit mm
 * @param holes - Round holes in the web; left out where there is no room for them.
 * @param keyway - Cut a keyway into the bore.
 */
export async function gearWheel(
  teeth: Integer & Range<10, 80> = 28,
  toothModule: Range<0.5, 5, 0.1> = 2,
  faceWidth: Range<2, 40> = 12,
  helixAngle: Range<-35, 35> = 18,
  bore: Range<2, 30> = 10,
  holes: Integer & Range<0, 12> = 6,
  keyway = true,
): Promise<Mesh> {
  return makeGear(await kernel, { teeth, toothModule, faceWidth, helixAngle, bore, holes, keyway })
}

/** Two gears, their axles, and the lines that say how they meet. */
interface GearPair {
  readonly wheel: Part<Mesh>
  readonly pinion: Part<Mesh>
  readonly pitchCircles: Lines
  readonly lineOfAction: Lines
}

/**
 * Two gears that turn each other: turn the wheel by its angle, and the pinion follows by the ratio of their
 * teeth.
 *
 * @displayName Gear and counterpart
 * @tags engineering, CAD, assembly, solid, scene
 * @thumbnail gear-pair.png
 * @axes mm
 * @view camera=0.15,-0.75,1 roughness=0.4
 * @part wheel color=#8a94a0 title="Wheel"
 * @part pinion color=#c08a4a title="Pinion"
 * @part pitchCircles color=#5fb3d4 title="Pitch circles"
 * @part lineOfAction color=#e2574c title="Line of action"
 * @story Turn the [wheel](?angle=5) by its angle, and the pinion turns the other way, faster by the
 * ratio of their teeth. The two pitch circles roll on each other as if there were no teeth.
 * @story Flanks meet on the red line of action alone, a tangent of both base circles. It stands at 20° to the
 * way that the teeth take there, whatever the angle: so one gear turns the other evenly. Between flanks is
 * the play of 2 % of a pitch that real gears need for oil and heat.
 * @preset Spur gears {"helixAngle":0}
 * @preset One to one {"teeth":30,"pinionTeeth":30}
 * @preset Large ratio {"teeth":60,"pinionTeeth":18}
 * @param angle - Turn of the wheel, counter-clockwise from above.
 * @unit °
 * @param teeth - Teeth of the wheel.
 * @param pinionTeeth - Teeth of the pinion.
 * @param helixAngle - Slant of the wheel's teeth; the pinion has the opposite one.
 * @unit °
 */
export async function gearPair(
  angle: Range<0, 360> = 0,
  teeth: Integer & Range<18, 60> = 36,
  pinionTeeth: Integer & Range<18, 60> = 20,
  helixAngle: Range<-25, 25> = 15,
): Promise<GearPair> {
  const loaded = await kernel
  const gear = { teeth, toothModule: pairModule, faceWidth: 12, helixAngle, bore: 10, holes: 6, keyway: true }
  const wheel = makeGear(loaded, gear)
  const pinion = makeGear(loaded, { ...gear, teeth: pinionTeeth, helixAngle: -helixAngle, holes: 0 })
  const ratio = { teeth, pinionTeeth }
  const turned = (angle * Math.PI) / 180
  return {
    wheel: { ...wheel, place: turnAbout(turned, 0) },
    pinion: { ...pinion, place: turnAbout(turnPinion(turned, ratio), toDistance(ratio)) },
    pitchCircles: drawPitchCircles(ratio),
    lineOfAction: drawLineOfAction(ratio),
  }
}
