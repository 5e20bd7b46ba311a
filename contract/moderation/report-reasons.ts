export const reportReasons = ['fake_profile', 'scam', 'harassment', 'under_age', 'nudity', 'spam', 'other'] as const
