/**
 * Puts an emulated headset into a page before its own scripts run. While a session presents, it alone has
 * frames: those of the window are stopped, as a headset stops them.
 */
import { metaQuest3, P_DEVICE, P_SESSION, XRDevice } from 'iwer'

const device = new XRDevice(metaQuest3)
device.installRuntime({ forceInstall: true })
device.stereoEnabled = true
device.position.set(0, 1.6, 0)
Object.assign(globalThis, { device })

declare global {
  /** The share of the window's width and height that the headset draws; 1 where it is left out. */
  var headsetShare: number | undefined
}

/** It draws without an end, as large as the window and by the processor, also while nobody looks. */
const takeLayer = device[P_DEVICE].onBaseLayerSet
device[P_DEVICE].onBaseLayerSet = (layer) => {
  takeLayer(layer)
  const { headsetShare = 1 } = globalThis
  const canvas = layer?.context.canvas
  if (!canvas || headsetShare === 1) return
  canvas.width = Math.ceil(headsetShare * innerWidth)
  canvas.height = Math.ceil(headsetShare * innerHeight)
}

const ofWindow = requestAnimationFrame.bind(globalThis)
globalThis.requestAnimationFrame = (run) => {
  const session = device.activeSession
  return session && run !== session[P_SESSION].onDeviceFrame ? 0 : ofWindow(run)
}
