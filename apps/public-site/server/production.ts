// Imported first: React decides which of its builds it is when it is loaded, and the wrong one renders three times
// slower.
process.env['NODE_ENV'] = 'production';
