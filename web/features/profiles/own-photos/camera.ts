/** Why the camera shows nothing: the browser does not allow it, or it does not start. */
export type CameraProblem = 'denied' | 'failed'

type Devices = Pick<MediaDevices, 'enumerateDevices' | 'getUserMedia'>

/** Returns whether the device has a camera, without permission: browsers reveal the kinds of devices. */
export async function hasCamera(devices: Pick<Devices, 'enumerateDevices'> | undefined) {
  try {
    const deviceList = (await devices?.enumerateDevices()) ?? []
    return deviceList.some(({ kind }) => kind === 'videoinput')
  } catch {
    return false
  }
}

/** Starts the camera, for which the browser asks. The caller stops its tracks. */
export function startCamera(devices: Pick<Devices, 'getUserMedia'>) {
  return devices.getUserMedia({ video: { facingMode: 'user', width: { ideal: 1920 }, height: { ideal: 1440 } } })
}

/** Returns why `startCamera` failed. */
export function cameraProblem(error: unknown): CameraProblem {
  return error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'failed'
}

export function stopCamera(stream: Pick<MediaStream, 'getTracks'>) {
  for (const track of stream.getTracks()) track.stop()
}

const JPEG_QUALITY = 0.95

/** Returns what the video shows now as a photo; null before its first image. */
export async function shoot(video: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })
  return blob && new File([blob], 'camera.jpg', { type: 'image/jpeg' })
}
