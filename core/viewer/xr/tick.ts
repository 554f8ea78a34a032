/** A controller's motor, which the types of browsers do not have. */
interface Motor {
  pulse(strength: number, milliseconds: number): Promise<unknown>
}

/** A part of the motor's full strength. */
const strength = 0.4
const milliseconds = 15

/** Lets the hand of a source feel that it has taken something, where it has a motor. */
export function tick(source: unknown): void {
  const [motor] = listMotors(source)
  motor?.pulse(strength, milliseconds).catch(() => {}) // a controller that has gone
}

function listMotors(source: unknown): readonly Motor[] {
  const pad = read(source, 'gamepad')
  const found = read(pad, 'hapticActuators')
  return Array.isArray(found) ? found.filter(isMotor) : []
}

function read(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
}

function isMotor(found: unknown): found is Motor {
  return typeof read(found, 'pulse') === 'function'
}
