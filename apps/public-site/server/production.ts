// Imported first: React selects its development or production build when it is loaded, and the former renders three
// times slower.
process.env['NODE_ENV'] = 'production';
