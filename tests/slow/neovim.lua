-- Drives `docs-build lsp` as a writer in Neovim does. Run by `neovim.test.ts`, in the folder of a site.
local result = {}

local function wait(what, is_there)
  if vim.wait(60000, is_there, 20) then return end
  io.stderr:write("Neovim waited in vain for " .. what .. "\n")
  vim.cmd("cquit")
end

local function finish()
  vim.fn.writefile({ vim.fn.json_encode(result) }, "result.json")
  vim.cmd("quitall!")
end

vim.o.hidden = true
-- The lines of `explain editors`, as in init.lua.
local client = assert(loadstring(vim.env.SETUP .. "\nreturn id"))()
vim.cmd("edit content/index.md")
local page = vim.api.nvim_get_current_buf()

-- Findings of what is typed and not saved.
vim.api.nvim_buf_set_lines(page, -1, -1, false, { "See [é](/guides/mony)." })
wait("a finding", function() return #vim.diagnostic.get(page) == 1 end)
local finding = vim.diagnostic.get(page)[1]
result.finding = { line = finding.lnum, column = finding.col, message = finding.message, code = finding.code }

-- The fix, as `code_action` offers it.
vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
vim.ui.select = function(actions, _, choose) choose(actions[1]) end
vim.lsp.buf.code_action()
wait("the fix", function() return #vim.diagnostic.get(page) == 0 end)
result.fixed = vim.api.nvim_buf_get_lines(page, -2, -1, false)[1]

-- Completion, as the client makes items of it.
vim.api.nvim_buf_set_lines(page, -1, -1, false, { "[](op:loads_" })
vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(page), 12 })
local here = vim.lsp.util.make_position_params()
here.position.character = 12
local answers = vim.lsp.buf_request_sync(page, "textDocument/completion", here, 60000)
local items = vim.lsp.util.text_document_completion_list_to_complete_items(answers[client].result, "loads_")
result.completion = vim.tbl_map(function(item) return item.word end, items)

-- Definition.
vim.api.nvim_buf_set_lines(page, -2, -1, false, { "[](op:loads_list)" })
vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(page), 8 })
vim.lsp.buf.definition()
wait("the document", function() return vim.api.nvim_buf_get_name(0):find("api.yaml", 1, true) ~= nil end)
result.definition = vim.api.nvim_get_current_line()
result.pid = vim.fn.getpid()
finish()
