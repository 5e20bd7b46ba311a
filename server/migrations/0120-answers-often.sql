-- Whether a member answered most of the conversations that others started lately (CHAT-30). Written every night
-- by: chat.

alter table chat_counts add column answers_often boolean not null default false;
