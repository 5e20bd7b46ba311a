import Camera from 'lucide-react/icons/camera'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useAttempts } from '#web/ui/hooks/use-attempts.ts'
import { Dialog } from '#web/ui/overlays/lazy-overlay.tsx'
import { cameraProblem, startCamera, stopCamera, shoot, type CameraProblem } from './camera.ts'

interface Props {
  onTaken: (photo: File) => void
  onClose: () => void
}

/** Shows what the camera sees, mirrored, until a photo is taken. The camera is on only while it is open. */
export function CameraDialog({ onTaken, onClose }: Props) {
  const t = useTranslations('profiles.picker')
  const common = useTranslations('common')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('camera')} closeLabel={common('close')}>
      <LiveCamera onTaken={onTaken} />
    </Dialog>
  )
}

function LiveCamera({ onTaken }: Pick<Props, 'onTaken'>) {
  const t = useTranslations('profiles.picker')
  const video = useRef<HTMLVideoElement>(null)
  const { stream, problem } = useCamera()
  const [isLive, setIsLive] = useState(false)
  const attempts = useAttempts()
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])

  async function send() {
    const isCurrent = attempts.begin()
    const photo = video.current && (await shoot(video.current))
    if (photo && isCurrent()) onTaken(photo)
  }

  if (problem) {
    return (
      <Alert tone="warning" isLive>
        {t(problem === 'denied' ? 'cameraDenied' : 'cameraFailed')}
      </Alert>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <video
        ref={video}
        aria-label={t('cameraView')}
        autoPlay
        playsInline
        muted
        onPlaying={() => setIsLive(true)}
        className="aspect-4/3 w-full -scale-x-100 rounded-lg bg-surface-muted object-cover"
      />
      <p aria-live="polite" className="text-sm text-text-muted">
        {isLive ? t('cameraHelp') : t('cameraStarts')}
      </p>
      <Button size="lg" isWide icon={<Camera />} disabled={!isLive} onClick={() => void send()}>
        {t('shoot')}
      </Button>
    </div>
  )
}

/** The device's camera, switched off when the component goes, even if it starts only after that. */
function useCamera() {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [problem, setProblem] = useState<CameraProblem>()
  useEffect(() => {
    const started = startCamera(navigator.mediaDevices)
    started.then(setStream, (error: unknown) => setProblem(cameraProblem(error)))
    return () => void started.then(stopCamera, () => {})
  }, [])
  return { stream, problem }
}
