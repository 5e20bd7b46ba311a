import { sql } from 'kysely'
import { attachmentFile } from '#server/features/moderation/report-files.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Opens an image or recording of a case, with its type: a copy of what was reported, or an attachment of a
 * report. An appeal has those of the case that is appealed too.
 * @throws AppError `moderation.case_not_found`, also for the image of another case, and once it is erased
 */
export async function openCaseImage(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { reference, imageId }: { reference: string; imageId: number },
) {
  const { rows } = await sql<{ storageKey: string; mediaType: string }>`
    with cases as (
      select unnest(array[id, appeal_of]) as id from moderation_cases where reference = ${reference}
    )
    select storage_key, 'image/webp' as media_type from moderation_evidence
    where id = ${imageId} and storage_key is not null and case_id in (select id from cases)
    union all
    select a.storage_key, a.media_type from report_attachments a join reports r on r.id = a.report_id
    where a.id = ${imageId} and r.case_id in (select id from cases)
    limit 1`.execute(db)
  const [row] = rows
  const file = row && (await storage.open(attachmentFile(row.storageKey)))
  if (!file) throw new AppError('moderation.case_not_found')
  return { content: file.stream, type: row.mediaType }
}
