import { useEffect, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { PixelArea } from './photo-file.ts'

const MAX_ZOOM = 3
/** As the tiles, on which the main photo is seen most. */
const RATIO = 3 / 4

interface Props {
  file: File
  /** Called with the chosen part of the photo, in its pixels. */
  onAreaChange: (area: PixelArea) => void
}

/** Chooses a part of a photo: by dragging, pinching, the wheel, the arrow keys or the slider. */
export function PhotoCropper({ file, onAreaChange }: Props) {
  const t = useTranslations('profiles.picker')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const url = useObjectUrl(file)
  return (
    <div className="photo-cropper flex flex-col gap-3">
      <div className="relative h-[min(26rem,48dvh)] w-full overflow-hidden rounded-lg bg-surface-muted">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={RATIO}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, area) => onAreaChange(area)}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'group', 'aria-label': `${t('crop')}. ${t('cropHelp')}` }}
          mediaProps={{ alt: file.name }}
        />
      </div>
      <label className="flex items-center gap-3 text-sm font-semibold">
        {t('zoom')}
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
          className="h-11 grow accent-accent"
        />
      </label>
      <p className="text-sm text-text-muted pointer-coarse:hidden">{t('cropHelp')}</p>
      <p className="hidden text-sm text-text-muted pointer-coarse:block">{t('cropHelpTouch')}</p>
    </div>
  )
}

/** The address of a file, as long as the component is shown. Another file needs another `key`. */
function useObjectUrl(file: File) {
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return url
}
