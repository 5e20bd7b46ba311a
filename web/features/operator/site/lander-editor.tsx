import { lazy, Suspense, useState, type SubmitEvent } from 'react'
import { landerTextKeys, type LanderTextKey } from '#contract/landers/landers.ts'
import { landerSubject, type LanderKey } from '#contract/landers/lander-subject.ts'
import { LANDER_IMAGES_MAX, LANDER_TEXT_MAX_LENGTH, PROMO_PATH_MAX_LENGTH } from '#contract/limits.ts'
import { changeLanderContent, getLanderContent, listLanders } from '#contract/operator/site/lander-calls.ts'
import { listHistory } from '#contract/operator/site/calls.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { useActing } from '#web/features/operator/access/use-acting.ts'
import { useMay } from '#web/features/operator/queries.ts'
import { ConsoleTitle } from '#web/features/operator/ui/console-title.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Textarea } from '#web/ui/forms/textarea.tsx'
import { History } from './history.tsx'
import { LanderImageFields } from './lander-image-fields.tsx'
import { landerQuery } from './queries.ts'
import { useAudienceText } from './use-audience-text.ts'

/** The landing pages are large, and few operators open this page. */
const LanderPreview = lazy(async () => ({ default: (await import('./lander-preview.tsx')).LanderPreview }))

/** The texts and images of a landing page for some visitors, with a preview and the history (LAND-4). */
export function LanderEditor({ landerKey }: { landerKey: LanderKey }) {
  const t = useTranslations('operator-site.lander')
  const { version } = useLoaded(landerQuery(landerKey))
  const audienceText = useAudienceText()
  const { lander } = landerKey
  return (
    <>
      <ConsoleTitle title={t('title', { page: lander, audience: audienceText(landerKey) })} />
      <LanderForm key={version} landerKey={landerKey} />
      <History subject={landerSubject(landerKey)} version={version} restores={[getLanderContent, listLanders]} />
    </>
  )
}

const IMAGE = /^\/(?!\/)[\w./-]+$/

function LanderForm({ landerKey }: { landerKey: LanderKey }) {
  const t = useTranslations('operator-site')
  const { preview, isOwn } = useLoaded(landerQuery(landerKey))
  const disabled = !useMay()('site.manage')
  const form = useLanderForm(landerKey)
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Card>
        <form
          method="post"
          noValidate
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault()
            form.save()
          }}
          className="flex flex-col gap-4"
        >
          <p className="text-sm text-text-muted">{t('lander.help')}</p>
          {form.keys.map((key) => (
            <Field key={key} label={t(`lander.texts.${key}`)}>
              <Textarea
                name={key}
                rows={1}
                value={form.typed[key] ?? ''}
                disabled={disabled}
                maxLength={LANDER_TEXT_MAX_LENGTH}
                placeholder={preview.texts[key]}
                onChange={({ target }) => form.type(key, target.value)}
              />
            </Field>
          ))}
          <ImagePaths form={form} disabled={disabled} />
          {!disabled && (
            <div className="flex flex-wrap gap-3">
              <Button type="submit" isPending={form.isPending}>
                {t('save')}
              </Button>
              {isOwn && (
                <Button type="button" variant="ghost" disabled={form.isPending} onClick={form.remove}>
                  {t('lander.remove')}
                </Button>
              )}
            </div>
          )}
        </form>
      </Card>
      <Card render={<section aria-labelledby="lander-preview" />}>
        <h2 id="lander-preview" className="mb-3 text-lg font-bold">
          {t('preview')}
        </h2>
        <Suspense>
          <LanderPreview name={landerKey.lander} preview={preview} texts={form.texts} images={form.shownImages} />
        </Suspense>
      </Card>
    </div>
  )
}

function ImagePaths({ form, disabled }: { form: ReturnType<typeof useLanderForm>; disabled: boolean }) {
  const t = useTranslations('operator-site.lander')
  return (
    <>
      <Field
        label={t('images')}
        description={t('imagesHelp', { max: LANDER_IMAGES_MAX })}
        error={form.isWrong && t('imagesWrong', { max: LANDER_IMAGES_MAX })}
      >
        <Textarea
          name="images"
          spellCheck={false}
          value={form.imageText}
          disabled={disabled}
          onChange={({ target }) => form.setImageText(target.value)}
        />
      </Field>
      <LanderImageFields
        images={form.isWrong ? [] : form.images}
        disabled={disabled}
        onChange={(paths) => form.setImageText(paths.join('\n'))}
      />
    </>
  )
}

/** What is typed for a landing page, and its saving. */
function useLanderForm(landerKey: LanderKey) {
  const t = useTranslations('operator-site')
  const stored = useLoaded(landerQuery(landerKey))
  const { lander, ...audience } = landerKey
  const [typed, setTyped] = useState<Partial<Record<LanderTextKey, string>>>(stored.texts)
  const [imageText, setImageText] = useState(stored.images.join('\n'))
  const changes = [getLanderContent, listLanders, listHistory]
  const { mutate, isPending } = useActing(changeLanderContent, { done: t('saved'), changes })
  const images = imageText.split('\n').flatMap((line) => line.trim() || [])
  const isWrongImage = images.some((path) => !IMAGE.test(path) || path.length > PROMO_PATH_MAX_LENGTH)
  const isWrong = isWrongImage || images.length > LANDER_IMAGES_MAX
  const texts = Object.fromEntries(
    Object.entries(typed).flatMap(([key, text]) => (text.trim() ? [[key, text.trim()]] : [])),
  )
  const send = (content: { texts: typeof texts; images: string[] } | null) =>
    mutate({ params: { lander }, body: { audience, content, expectedVersion: stored.version } })
  return {
    keys: landerTextKeys.filter((key) => stored.preview.texts[key] !== undefined || stored.texts[key] !== undefined),
    typed,
    texts,
    images,
    imageText,
    isWrong,
    isPending,
    /** Wrong ones would break the preview. */
    shownImages: isWrong ? stored.images : images,
    type: (key: LanderTextKey, text: string) => setTyped({ ...typed, [key]: text }),
    setImageText,
    save: () => void (isWrong || send({ texts, images })),
    remove: () => send(null),
  }
}
