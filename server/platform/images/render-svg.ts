import sharp from 'sharp'

/**
 * Renders an SVG as an opaque JPEG in the SVG's own size. For trusted input only: it runs in this process,
 * while uploads are decoded by image-process.ts.
 */
export function renderSvgAsJpeg(
  svg: string,
  { quality, isFullColour = false }: { quality: number; isFullColour?: boolean },
) {
  return sharp(Buffer.from(svg))
    .removeAlpha()
    .jpeg({ quality, ...(isFullColour && { chromaSubsampling: '4:4:4' }) })
    .toBuffer()
}
