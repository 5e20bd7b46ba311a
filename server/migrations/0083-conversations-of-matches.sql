-- A conversation that a match opens has no starter: it counts towards no one's limit (CHAT-4).
alter table conversations alter column started_by drop not null;
