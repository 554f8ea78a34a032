/**
 * Puts an emulated headset into a page before its own scripts run. While a session presents, it alone has
 * frames: those of the window are stopped, as a headset stops them.
 */
import { metaQuest3, P_SESSION, XRDevice } from 'iwer'

const device = new XRDevice(metaQuest3)
device.installRuntime({ forceInstall: true })
device.stereoEnabled = true
device.position.set(0, 1.6, 0)
Object.assign(globalThis, { device })

const ofWindow = requestAnimationFrame.bind(globalThis)
globalThis.requestAnimationFrame = (run) => {
  const session = device.activeSession
  return session && run !== session[P_SESSION].onDeviceFrame ? 0 : ofWindow(run)
}
