import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { DELETION_DAYS } from '#contract/limits.ts'
import { changeFictional, endFictional, getFictional, listFictional } from '#contract/operator/fictional/calls.ts'
import { listHistory } from '#contract/operator/site/calls.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useAct } from '#web/features/operator/access/confirmation.tsx'
import { useMay } from '#web/features/operator/queries.ts'
import { History } from '#web/features/operator/site/history.tsx'
import { fictionalListPath } from '#web/features/operator/site/site-path.ts'
import { ActDialog } from '#web/features/operator/ui/act-dialog.tsx'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { FictionalLabel } from '#web/features/profiles/tiles/fictional-label.tsx'
import { useSentForm } from '#web/features/operator/ui/use-sent-form.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { FormProblem } from '#web/ui/feedback/form-problem.tsx'
import { FictionalExtras, type Extras } from './fictional-extras.tsx'
import { FictionalFields, fictionalPlaces, toProfile } from './fictional-fields.tsx'
import { FictionalPhotos } from './fictional-photos.tsx'
import { fictionalQuery } from './queries.ts'

/** A fictional profile: its fields, photos, end and history. */
export function FictionalEditor({ profileId }: { profileId: string }) {
  const { profile, version } = useLoaded(fictionalQuery(profileId))
  const may = useMay()
  return (
    <>
      <ConsoleTitle title={profile.name} />
      <p>
        <FictionalLabel member={{ isFictional: true }} hasWarning />
      </p>
      <ProfileForm key={version} profileId={profileId} />
      <FictionalPhotos profileId={profileId} />
      {may('fictional.manage') && (
        <div>
          <EndForm profileId={profileId} />
        </div>
      )}
      <History subject={`fictional/${profileId}`} version={version} restores={[getFictional, listFictional]} />
    </>
  )
}

function ProfileForm({ profileId }: { profileId: string }) {
  const t = useTranslations('operator-fictional')
  const { profile, version, siteId } = useLoaded(fictionalQuery(profileId))
  const { answers, interests } = profile
  const extras = useForm<Extras>({ defaultValues: { answers, interests } })
  const act = useAct()
  const may = useMay()
  const { form, isPending, clear, errorOf } = useSentForm(fictionalPlaces, {
    send(values) {
      const changed = toProfile(values, extras.getValues())
      return act(changeFictional, { params: { profileId }, body: { ...changed, expectedVersion: version } })
    },
    done: t('saved'),
    changes: [getFictional, listFictional, listHistory],
  })

  const disabled = !may('fictional.manage')
  return (
    <Card>
      <form {...form} className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <FictionalFields siteId={siteId} defaults={profile} disabled={disabled} errorOf={errorOf} clear={clear} />
        <FictionalExtras siteId={siteId} form={extras} disabled={disabled} errorOf={errorOf} />
        {!disabled && (
          <div className="sm:col-span-full">
            <FormProblem>{errorOf('form')}</FormProblem>
            <Button type="submit" isPending={isPending}>
              {t('save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}

function EndForm({ profileId }: { profileId: string }) {
  const t = useTranslations('operator-fictional.end')
  const { profile, version } = useLoaded(fictionalQuery(profileId))
  const navigate = useNavigate()
  return (
    <ActDialog
      endpoint={endFictional}
      label={t('title')}
      text={t('text', { days: DELETION_DAYS })}
      submit={t('submit')}
      close={t('close')}
      done={t('done', { name: profile.name })}
      isDangerous
      names={[]}
      inputOf={() => ({ params: { profileId }, body: { expectedVersion: version } })}
      changes={[listFictional]}
      onSuccess={() => void navigate(fictionalListPath)}
    >
      {() => null}
    </ActDialog>
  )
}
