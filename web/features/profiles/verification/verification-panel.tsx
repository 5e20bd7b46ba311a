import BadgeCheck from 'lucide-react/icons/badge-check'
import Shuffle from 'lucide-react/icons/shuffle'
import { useState } from 'react'
import { href } from 'react-router'
import { SELFIE_DAYS } from '#contract/limits.ts'
import type { PoseRequest } from '#contract/profiles/verification-schemas.ts'
import { Link } from '#web/api/link.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { CameraButton, useChosenFile } from '#web/features/profiles/own-photos/photo-picker.tsx'
import { UploadProgress } from '#web/features/profiles/own-photos/upload-progress.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FilePreview } from '#web/ui/forms/file-preview.tsx'
import { PoseFigure } from './pose-figure.tsx'
import { useVerification } from './use-verification.ts'

/** The state of the verification, and the way to a new one: a pose, the camera, sending (PRO-36). */
export function VerificationPanel({ hasMainPhoto }: { hasMainPhoto: boolean }) {
  const t = useTranslations('verification')
  const { verification, poseRequest, problem, isPending, progress, newPose, send, withdraw } = useVerification()
  const { state, rejection } = verification
  const canSend = state !== 'waiting' && state !== 'approved'
  return (
    <Card padding="lg" className="flex flex-col items-start gap-4">
      {state !== 'none' && !poseRequest && (
        <div role="status" className="flex flex-col gap-1">
          <h3 className="flex items-center gap-2 text-lg font-semibold">
            {state === 'approved' && <BadgeCheck aria-hidden className="text-accent-text" />}
            {t(`states.${state}`)}
          </h3>
          <p>{state === 'rejected' ? rejection && t(`reasons.${rejection}`) : t(`details.${state}`)}</p>
        </div>
      )}
      {canSend && !poseRequest && (
        <>
          <Comparison />
          <p>{t('intro')}</p>
        </>
      )}
      {canSend && <p className="text-sm text-text-muted">{t('privacy', { days: SELFIE_DAYS })}</p>}
      {problem && (
        <Alert tone="danger" isLive>
          {problem}
        </Alert>
      )}
      {canSend && !hasMainPhoto && (
        <>
          <Alert>{t('needsPhoto')}</Alert>
          <Button render={<Link to={`${href('/profile')}#add-photo`} />}>{t('addPhoto')}</Button>
        </>
      )}
      {canSend && hasMainPhoto && !poseRequest && (
        <Button isPending={isPending} className="max-sm:self-stretch" onClick={() => void newPose()}>
          {t('start')}
        </Button>
      )}
      {canSend && poseRequest && (
        <PoseStep
          key={poseRequest.id}
          poseRequest={poseRequest}
          isPending={isPending}
          progress={progress}
          onNewPose={() => void newPose()}
          onSend={(selfie) => void send(selfie, poseRequest)}
        />
      )}
      {state === 'waiting' && (
        <Button variant="outline" isPending={isPending} onClick={() => void withdraw()}>
          {t('withdraw')}
        </Button>
      )}
    </Card>
  )
}

/** Shows what is compared: the main photo and a selfie. */
function Comparison() {
  const profile = useUser()?.profile
  if (!profile) return null
  const { name, main_image: image } = profile
  return (
    <div aria-hidden className="flex items-center self-center">
      <Avatar name={name} src={image?.thumb_filename} preview={image?.preview} size="xl" isDecorative />
      <span className="z-10 -mx-3 grid size-12 place-items-center rounded-full bg-surface-raised text-accent-text shadow-raised">
        <BadgeCheck className="size-7" />
      </span>
      <PoseFigure pose="peace_sign" className="size-28" />
    </div>
  )
}

interface PoseStepProps {
  poseRequest: PoseRequest
  isPending: boolean
  progress: number | null
  onNewPose: () => void
  onSend: (selfie: File) => void
}

/** The pose, the camera, and the selfie before it is sent. */
function PoseStep({ poseRequest: { pose, until }, isPending, progress, onNewPose, onSend }: PoseStepProps) {
  const t = useTranslations('verification')
  const format = useFormatter()
  const [selfie, setSelfie] = useState<File | null>(null)
  const { choose, rejection, isReading } = useChosenFile(setSelfie)
  const time = format.dateTime(new Date(until), { timeStyle: 'short' })
  return (
    <section aria-labelledby="pose" className="flex w-full flex-col items-center gap-4 text-center">
      <h3 id="pose" className="text-lg font-semibold">
        {t('poseTitle')}
      </h3>
      {selfie ? (
        <FilePreview file={selfie} label={t('selfie')} className="h-72 w-54 rounded-lg object-cover" />
      ) : (
        <PoseFigure pose={pose} />
      )}
      <p>
        <strong className="font-semibold">{t(`poses.${pose}`)}</strong>{' '}
        <span className="text-sm text-text-muted">{t('until', { time })}</span>
      </p>
      {rejection && (
        <Alert tone="danger" isLive>
          {rejection}
        </Alert>
      )}
      {progress !== null && <UploadProgress progress={progress} />}
      <div className="flex flex-wrap justify-center gap-3">
        {selfie ? (
          <>
            <Button isPending={isPending} onClick={() => onSend(selfie)}>
              {t('send')}
            </Button>
            <Button variant="outline" disabled={isPending} onClick={() => setSelfie(null)}>
              {t('retake')}
            </Button>
          </>
        ) : (
          <>
            <CameraButton withFile onChosen={(file) => void choose(file)} />
            <Button
              variant="outline"
              icon={<Shuffle aria-hidden />}
              disabled={isReading}
              isPending={isPending}
              onClick={onNewPose}
            >
              {t('another')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
