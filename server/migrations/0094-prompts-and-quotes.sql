-- What members say of themselves beside their text, and what of a profile a message is about. Written by:
-- profiles (profiles), chat (messages).

alter table profiles
  -- what the member hopes to find; null: left open
  add column intention text,
  -- up to three answers to prompts, in order: [{ "prompt": …, "text": … }]
  add column answers jsonb not null default '[]' check (jsonb_typeof(answers) = 'array');

alter table messages
  -- the answer, with its text, or the photo of the receiver that the message is about
  add column quote jsonb check (jsonb_typeof(quote) = 'object');

-- The bit of members who named no intention: `search_facets` sets it from now on.
update profile_search set facets = facets | (1::bigint << 48);
